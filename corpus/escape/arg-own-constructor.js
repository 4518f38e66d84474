// expect: completed {"constructor":{"prototype":{"polluted":1}}}
// idea: constructor.prototype as data
return await tools.callValue("echo", { constructor: { prototype: { polluted: 1 } } });
