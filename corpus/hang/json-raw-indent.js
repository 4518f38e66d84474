// expect: timeout | memory_limit_exceeded | failed
// idea: indentation of a deep value is quadratic
let a = 1;
for (let i = 0; i < 3000; i++) a = [a];
for (;;) JSON.stringify(a, null, 10);
