// expect: timeout | memory_limit_exceeded
// idea: forEach of a Set that grows while it is walked
const set = new Set([0]);
set.forEach((n) => { set.delete(n); set.add(n + 1); });
