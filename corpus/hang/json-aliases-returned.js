// expect: timeout | memory_limit_exceeded | output_limit_exceeded
// idea: the same as the final value: the output adapter walks it
let a = {};
for (let i = 0; i < 60; i++) a = { a, b: a };
return a;
