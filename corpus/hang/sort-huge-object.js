// expect: timeout | memory_limit_exceeded
// idea: sort of an object that claims 2^53 - 1 elements
return Array.prototype.sort.call({ length: 2 ** 53 - 1 });
