// expect: completed [1,2]
// idea: a proxy of an array
return await tools.callValue("echo", new Proxy([1, 2], {}));
