// expect: timeout
// idea: canonicalisation of large classes, again and again
for (;;) new RegExp("[\\p{L}\\p{N}\\p{S}]".repeat(50), "iu").test("x");
