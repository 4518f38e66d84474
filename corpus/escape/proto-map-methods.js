// expect: completed [["a",1]]
// idea: every method of Map, Set and WeakMap replaced
for (const C of [Map, Set, WeakMap, WeakSet]) for (const key of Object.getOwnPropertyNames(C.prototype)) { try { C.prototype[key] = () => { throw new Error("hook"); }; } catch {} }
await tools.callValue("echo", { n: 1 });
return [["a", 1]];
