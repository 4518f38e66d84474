// expect: memory_limit_exceeded | timeout
// idea: no memory when the error is described
// with: memoryLimitBytes=2097152
const fill = [];
try { for (;;) fill.push(new Array(20).fill(0)); } catch {}
throw Object.assign(new TypeError("x".repeat(5000)), { fill });
