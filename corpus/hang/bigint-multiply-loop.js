// expect: timeout | memory_limit_exceeded | failed
// idea: squares without end
let n = 3n;
for (;;) { n *= n; if (n > 1n << 900000n) n = 3n; }
