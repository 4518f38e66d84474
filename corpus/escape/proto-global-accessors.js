// expect: completed {"n":1}
// idea: globals turned into accessors that throw
for (const key of Object.getOwnPropertyNames(globalThis)) { if (["tools", "globalThis"].includes(key)) continue; try { Object.defineProperty(globalThis, key, { get() { throw new Error("hook"); } }); } catch {} }
return await tools.callValue("echo", { n: 1 });
