// expect: completed {"a":1}
// idea: toJSON answers with a proxy
return await tools.callValue("echo", { toJSON: () => new Proxy({ a: 1 }, {}) });
