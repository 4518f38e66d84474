// expect: memory_limit_exceeded | timeout
// idea: out of memory while JSON is read and written
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 1; ; i++) { const text = JSON.stringify(Array.from({ length: i }, (_, j) => ({ ["k" + j]: [j] }))); keep.push(JSON.parse(text), JSON.parse(text, (k, v) => v)); }
