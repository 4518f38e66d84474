// expect: timeout | memory_limit_exceeded
// idea: JSON of a graph of 60 aliases: 2^60 leaves
let a = [];
for (let i = 0; i < 60; i++) a = [a, a];
return JSON.stringify(a).length;
