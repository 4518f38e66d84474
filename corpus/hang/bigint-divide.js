// expect: timeout
// idea: long division in a loop
const a = (1n << 900000n) - 1n, b = (1n << 450000n) - 3n;
for (;;) a / b;
