// expect: timeout
// idea: drop of 2^53 - 1
function* ones() { for (;;) yield 1; }
return ones().drop(Number.MAX_SAFE_INTEGER).next();
