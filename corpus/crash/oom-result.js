// expect: memory_limit_exceeded | output_limit_exceeded | timeout
// idea: no memory when the final value is written
// with: memoryLimitBytes=2097152
const fill = [];
try { for (;;) fill.push("x".repeat(1000) + fill.length); } catch {}
return fill;
