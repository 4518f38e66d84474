// expect: memory_limit_exceeded | timeout | completed
// idea: every allocation of class definitions, destructuring, spreads and closures fails once
// with: memoryLimitBytes=2097152
const fill = new Array(30000).fill(null);
let n = 0;
// Fills the heap to the brim with pieces that get smaller, then gives some back: another allocation fails each time.
const brim = (spare) => { for (let size = 2048; size >= 1; size >>= 1) { try { while (n < 29000) { fill[n] = new Array(size).fill(0); n++; } } catch {} } for (let i = 0; i < spare && n > 0; i++) fill[--n] = null; };
let failures = 0;
for (let i = 0; i < 400; i++) {
  brim(i);
  try { class A { static x = [1, ...[2, 3, 4]]; #p = { ...A }; static { this.y = Symbol(); } get p() { return this.#p; } static #s() {} } const { x: [a, ...b], ...rest } = A; new A().p; (() => [a, b, rest])(); } catch { failures++; }
}
n = 0; fill.length = 0;
return failures > 0;
