// expect: timeout
// idea: the argument of a call is looked at by the adapter
return await tools.echo(new Proxy({}, { ownKeys() { for (;;) {} } }));
