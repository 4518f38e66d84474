// expect: timeout
// idea: leaving the loop calls return(), whose finally never ends
function* sticky() { try { yield 1 } finally { for (;;) {} } }
for (const n of sticky()) break;
