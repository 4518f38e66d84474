// expect: timeout | memory_limit_exceeded
// idea: fill of an ordinary object
return Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0);
