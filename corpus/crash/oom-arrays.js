// expect: memory_limit_exceeded | failed | timeout
// idea: out of memory while a fast array grows
// with: memoryLimitBytes=2097152
const list = [];
for (;;) list.push(1);
