// expect: completed {"a":1}
// idea: an argument with a then is data
return await tools.callValue("echo", { then(resolve) { resolve("stolen"); }, a: 1 });
