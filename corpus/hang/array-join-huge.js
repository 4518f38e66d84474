// expect: timeout | memory_limit_exceeded | failed
// idea: join of 2^53 - 1 absent elements, nothing between them
return Array.prototype.join.call({ length: 2 ** 53 - 1 }, "").length;
