// expect: memory_limit_exceeded | timeout
// idea: out of memory while the atom table grows
// with: memoryLimitBytes=2097152
const o = {};
for (let i = 0; ; i++) o["property" + i] = 1;
