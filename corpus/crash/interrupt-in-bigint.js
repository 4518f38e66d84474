// expect: timeout
// idea: a stop inside long arithmetic that allocates
for (;;) (3n ** 100000n) * (5n ** 100000n) / (7n ** 50000n);
