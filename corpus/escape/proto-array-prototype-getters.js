// expect: completed [1,2]
// idea: getters at indexes of Array.prototype
for (let i = 0; i < 10; i++) Object.defineProperty(Array.prototype, i, { configurable: true, get: () => "inserted" });
return await tools.callValue("echo", [1, 2]);
