// expect: memory_limit_exceeded | timeout
// idea: out of memory while a fast array grows
// with: memoryLimitBytes=2097152
const list = [];
for (;;) list.push(1);
