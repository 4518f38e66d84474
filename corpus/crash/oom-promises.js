// expect: memory_limit_exceeded | timeout
// idea: out of memory while jobs are queued
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 0; ; i++) { const p = Promise.resolve(i); keep.push(p.then(() => i), p.finally(() => {}), (async () => { await p; })()); }
