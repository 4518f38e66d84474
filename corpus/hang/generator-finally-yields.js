// expect: timeout
// idea: destructuring closes the iterator; the generator goes on in finally
function* sticky() { try { yield 1 } finally { for (;;) yield 2; } }
for (;;) { const [first] = sticky(); }
