// expect: timeout
// idea: drop and filter consume in C without a result
function* ones() { for (;;) yield 1; }
return ones().filter(() => false).next();
