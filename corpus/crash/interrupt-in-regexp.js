// expect: timeout
// idea: a stop inside the matcher, which owns memory
for (;;) "ab".repeat(50000).replace(/((a)(b))*?c/g, () => "x");
