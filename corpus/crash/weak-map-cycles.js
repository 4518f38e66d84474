// expect: completed "alive"
// idea: ephemeron chains, values that hold their keys
let map = new WeakMap();
let key = {};
for (let i = 0; i < 20000; i++) { const next = {}; map.set(key, { next, key, map }); if (i % 50 === 0) key = next; }
map = null;
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
