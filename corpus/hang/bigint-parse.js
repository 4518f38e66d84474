// expect: timeout
// idea: reading a long decimal is quadratic
const digits = "7".repeat(300000);
for (;;) BigInt(digits);
