// expect: completed {"d":"1970-01-01T00:00:00.000Z","m":{"a":1},"s":[1],"t":[1]}
// idea: built-in kinds become JSON
return await tools.callValue("echo", { d: new Date(0), m: new Map([["a", 1]]), s: new Set([1]), t: new Uint8Array([1]) });
