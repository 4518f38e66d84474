// expect: timeout | memory_limit_exceeded | failed
// idea: unshift moves 2^53 - 2 absent elements
return Array.prototype.unshift.call({ length: 2 ** 53 - 2 }, 1);
