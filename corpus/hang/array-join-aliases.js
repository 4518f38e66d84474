// expect: timeout | memory_limit_exceeded | failed
// idea: toString of a graph of aliases
let a = [1];
for (let i = 0; i < 60; i++) a = [a, a];
return String(a).length;
