// expect: completed {"n":1}
// idea: the global object loses its prototype
Object.setPrototypeOf(globalThis, null);
return await tools.callValue("echo", { n: 1 });
