// expect: memory_limit_exceeded | timeout
// idea: out of memory while strings are joined
// with: memoryLimitBytes=2097152
let s = "ab";
for (;;) { s += s; s.indexOf("x"); }
