// expect: completed "alive"
// idea: quickjs-ng#1735, fixed after 0.16.2: counts of repeat at every edge
for (const text of ["", "a", "ab\u20ac"]) for (const n of [-1, -0, 0.9, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 2 ** 30 - 1]) { try { text.repeat(n); } catch {} }
return "alive";
