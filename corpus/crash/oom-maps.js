// expect: memory_limit_exceeded | timeout
// idea: out of memory while hash tables grow
// with: memoryLimitBytes=2097152
const map = new Map(), weak = new WeakMap(), set = new Set();
for (let i = 0; ; i++) { const key = {}; map.set(key, i); weak.set(key, i); set.add(i); }
