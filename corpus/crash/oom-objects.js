// expect: memory_limit_exceeded | timeout
// idea: out of memory while objects and shapes are made
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 0; ; i++) keep.push({ ["k" + i]: i, b: {} });
