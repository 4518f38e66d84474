// expect: completed {"a":1,"b":{"c":2}}
// idea: a getter changes what is still to be read
const input = { get a() { input.b = { c: 2 }; return 1; }, b: null };
return await tools.callValue("echo", input);
