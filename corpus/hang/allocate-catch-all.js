// expect: timeout | memory_limit_exceeded
// idea: allocates, catches, allocates
const keep = [];
for (;;) { try { for (;;) keep.push(new Array(1000).fill(keep.length)); } catch {} }
