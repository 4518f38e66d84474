// expect: memory_limit_exceeded | timeout
// idea: out of memory while errors and their stacks are made
// with: memoryLimitBytes=2097152
const keep = [];
const deep = (n) => (n > 0 ? deep(n - 1) : new Error("x".repeat(100), { cause: keep.length }));
for (;;) keep.push(deep(20), new AggregateError([1, 2]), new DOMException("a", "b"));
