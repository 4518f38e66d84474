// expect: memory_limit_exceeded | timeout
// idea: out of memory in arithmetic
// with: memoryLimitBytes=2097152
const keep = [];
for (let n = 3n; ; n = n * n % (1n << 40000n) + 1n) keep.push(n, n.toString(), BigInt(n.toString()));
