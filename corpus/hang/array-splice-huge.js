// expect: timeout | memory_limit_exceeded | failed
// idea: splice near the end of safe integers
return Array.prototype.splice.call({ length: 2 ** 53 - 1 }, 0, 1);
