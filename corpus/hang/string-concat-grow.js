// expect: timeout | memory_limit_exceeded | failed
// idea: a rope that grows without end
let s = "x";
for (;;) { s = s + s.slice(0, 1000) + s; if (s.length > 1 << 26) s = "x"; }
