// expect: completed "guest"
// idea: structuredClone with species, getters and proxies
const outs = [];
class Evil extends Map { get size() { throw new Error("hook"); } }
for (const value of [new Evil([[1, 2]]), new Proxy({ a: 1 }, {}), { get a() { return { b: 1 }; } }, Object.assign([1, , 3], { x: 1 }), new (class extends Error { get name() { return {}; } })("x")]) { try { structuredClone(value); outs.push(1); } catch { outs.push(0); } }
return outs.length === 5 ? "guest" : "host";
