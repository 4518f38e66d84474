// expect: memory_limit_exceeded | timeout | completed
// idea: every allocation of suspending and resuming fails once, while promises and generators are half way
// with: memoryLimitBytes=2097152
const fill = new Array(30000).fill(null);
let n = 0;
// Fills the heap to the brim with pieces that get smaller, then gives some back: another allocation fails each time.
const brim = (spare) => { for (let size = 2048; size >= 1; size >>= 1) { try { while (n < 29000) { fill[n] = new Array(size).fill(0); n++; } } catch {} } for (let i = 0; i < spare && n > 0; i++) fill[--n] = null; };
let failures = 0;
async function* source() { try { for (let i = 0; i < 3; i++) yield { i }; } finally { await null; } }
const one = async (spare) => { for await (const { i } of source()) { brim(spare); await Promise.race([i, Promise.resolve(i)]); } };
for (let i = 0; i < 150; i++) { try { await one(i); } catch { failures++; } n = 0; fill.fill(null); }
return failures > 0;
