// expect: memory_limit_exceeded | timeout | completed
// idea: every allocation of the guest's own functions fails once: output, timers, search, calls, clones, encoders
// with: memoryLimitBytes=2097152
const fill = new Array(30000).fill(null);
let n = 0;
// Fills the heap to the brim with pieces that get smaller, then gives some back: another allocation fails each time.
const brim = (spare) => { for (let size = 2048; size >= 1; size >>= 1) { try { while (n < 29000) { fill[n] = new Array(size).fill(0); n++; } } catch {} } for (let i = 0; i < spare && n > 0; i++) fill[--n] = null; };
let failures = 0;
const work = [() => console.log({ a: [1] }), () => text("x"), () => json({ a: 1 }), () => setTimeout(() => {}, 1), () => queueMicrotask(() => {}), () => tools.search("echo"), () => tools.describe("echo").catch(() => {}), () => API.list(), () => tools.echo({ a: 1 }).catch(() => {}), () => tools.call("nothing").catch(() => {}), () => structuredClone(new Map([[{}, new Set([1])]])), () => new TextDecoder().decode(new TextEncoder().encode("x\u20ac")), () => btoa("abc"), () => ALL_TOOLS.length, () => MCP.files.readFile({}).catch(() => {}), () => MCP.$api()];
for (let i = 0; i < 60; i++) { brim(i * 2); for (const f of work) { try { f(); } catch { failures++; } } if (i % 10 === 0) { n = 0; fill.fill(null); await null; } }
n = 0; fill.length = 0;
return failures > 0;
