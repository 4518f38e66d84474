// expect: timeout | memory_limit_exceeded | failed
// idea: toSorted of a huge array-like
return Array.prototype.toSorted.call({ length: 2 ** 32 - 1 }).length;
