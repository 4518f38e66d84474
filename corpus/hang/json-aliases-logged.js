// expect: timeout | memory_limit_exceeded | output_limit_exceeded
// idea: the same as output
let a = [];
for (let i = 0; i < 60; i++) a = [a, a];
console.log(a);
