// expect: completed {"n":1}
// idea: Reflect and Object statics replaced
for (const o of [Reflect, Object]) for (const key of Object.getOwnPropertyNames(o)) if (typeof o[key] === "function" && key !== "getOwnPropertyNames") { try { o[key] = () => { throw new Error("hook"); }; } catch {} }
return await tools.callValue("echo", { n: 1 });
