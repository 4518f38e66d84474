// expect: timeout | memory_limit_exceeded | failed
// idea: one huge power
return (3n ** 5000000n) > 0n;
