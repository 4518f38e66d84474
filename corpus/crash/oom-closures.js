// expect: memory_limit_exceeded | timeout
// idea: out of memory while closures are made
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 0; ; i++) { let x = i; keep.push(() => x++); }
