// expect: timeout | memory_limit_exceeded | failed
// idea: String.raw with a raw of 2^53 - 1
return String.raw({ raw: { length: 2 ** 53 - 1 } });
