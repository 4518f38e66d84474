// expect: failed
// idea: a revoked proxy as argument
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
return await tools.echo(proxy);
