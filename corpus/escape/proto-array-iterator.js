// expect: completed [[1,2],["x"]]
// idea: iteration replaced: spreads and for-of of the border
Array.prototype[Symbol.iterator] = function* () { yield "stolen"; };
Object.getPrototypeOf([][Symbol.iterator]?.() ?? {}).next = () => ({ done: true });
return [await tools.callValue("echo", [1, 2]), (await tools.callValue("echo", { list: ["x"] })).list];
