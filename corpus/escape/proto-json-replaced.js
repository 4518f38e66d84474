// expect: completed {"n":1}
// idea: JSON.parse and JSON.stringify replaced
JSON.parse = () => ({ stolen: true });
JSON.stringify = () => '"stolen"';
globalThis.JSON = { parse: () => 1, stringify: () => "2" };
return await tools.callValue("echo", { n: 1 });
