// expect: memory_limit_exceeded | timeout
// idea: out of memory while coroutines are made
// with: memoryLimitBytes=2097152
function* g(x) { const y = x; yield () => y; }
async function* h(x) { yield await g(x).next(); }
const keep = [];
for (let i = 0; ; i++) { const a = g(i), b = h(i); a.next(); keep.push(a, b, b.next()); }
