// expect: timeout | output_limit_exceeded
// idea: output without end
for (;;) console.log("x".repeat(100));
