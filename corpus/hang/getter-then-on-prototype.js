// expect: timeout
// idea: a then getter on Object.prototype meets every answer
Object.defineProperty(Object.prototype, "then", { get() { for (;;) {} } });
return await tools.echo({});
