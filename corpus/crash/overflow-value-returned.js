// expect: answer
// idea: the final value is nested too deep for anyone
let a = 1;
for (let i = 0; i < 500000; i++) a = { a };
return a;
