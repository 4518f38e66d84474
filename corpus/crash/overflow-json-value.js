// expect: answer
// idea: values nested deeper than the native stack, in every direction
let a = 1;
for (let i = 0; i < 500000; i++) a = [a];
const outs = [];
for (const f of [() => JSON.stringify(a), () => structuredClone(a), () => String(a), () => a.flat(Infinity).length, () => JSON.parse("[".repeat(500000) + "]".repeat(500000))]) { try { f(); outs.push("ok"); } catch (error) { outs.push(error.name); } }
return outs;
