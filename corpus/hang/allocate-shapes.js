// expect: timeout | memory_limit_exceeded
// idea: a shape per object
const keep = [];
for (let i = 0; ; i++) { try { keep.push({ ["a" + i]: 1, ["b" + i]: 2 }); } catch { keep.length = 0; } }
