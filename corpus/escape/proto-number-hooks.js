// expect: completed 12.5
// idea: Number.prototype and Math replaced
for (const o of [Number.prototype, Math, Number]) for (const key of Object.getOwnPropertyNames(o)) { try { o[key] = () => { throw new Error("hook"); }; } catch {} }
await new Promise((resolve) => setTimeout(resolve, 1));
return (await tools.callValue("echo", { n: 12.5 })).n;
