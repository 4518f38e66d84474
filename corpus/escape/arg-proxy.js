// expect: completed {"a":1}
// idea: a proxy as argument
return await tools.callValue("echo", new Proxy({ a: 1 }, {}));
