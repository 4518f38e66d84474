// expect: timeout | memory_limit_exceeded
// idea: fromEntries without end
function* pairs() { for (let i = 0; ; i++) yield [i % 10, i]; }
return Object.fromEntries(pairs());
