// expect: completed "alive"
// idea: symbols as weak keys, registered ones refused, descriptions of every size
const map = new WeakMap();
for (let i = 0; i < 2000; i++) { const s = Symbol("x".repeat(i % 200)); map.set(s, { s }); if (i % 2) try { map.set(Symbol.for("r" + i), 1); } catch {} }
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
