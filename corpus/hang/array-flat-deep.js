// expect: timeout | memory_limit_exceeded
// idea: flat of a graph of aliases, 2^60 leaves
let a = [1];
for (let i = 0; i < 60; i++) a = [a, a];
return a.flat(Infinity).length;
