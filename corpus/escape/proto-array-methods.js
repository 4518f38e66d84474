// expect: completed [3,1]
// idea: every method of Array.prototype replaced
for (const key of Object.getOwnPropertyNames(Array.prototype)) if (typeof Array.prototype[key] === "function") Array.prototype[key] = () => { throw new Error("hook"); };
const out = await tools.callValue("echo", [3, 1]);
return out;
