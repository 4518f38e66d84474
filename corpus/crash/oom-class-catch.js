// expect: memory_limit_exceeded | failed | timeout | completed
// idea: every allocation of class definitions, destructuring and spreads fails once
// with: memoryLimitBytes=2097152
const fill = [];
try { for (;;) fill.push(new Array(200).fill(0)); } catch {}
let n = 0;
for (let i = 0; i < 3000; i++) {
  if (i % 10 === 0) fill.pop();
  try { class A { static x = [1, ...fill[0]]; #p = { ...A }; static { this.y = Symbol(); } get p() { return this.#p; } } const { x: [a, ...b], ...rest } = A; n += new A().p ? b.length : 0; } catch {}
}
return n;
