// expect: completed {"a":1}
// idea: a proxy as the final value
return new Proxy({ a: 1 }, {});
