// expect: completed {"x":1}
// idea: a getter for every name that the bridge looks at
for (const key of ["details", "content", "then", "toJSON", "id", "kind", "limit", "transfer", "schema", "code", "message"]) Object.defineProperty(Object.prototype, key, { configurable: true, get() { return undefined; }, set() { throw 1; } });
return await tools.callValue("echo", { x: 1 });
