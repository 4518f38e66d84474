// expect: timeout
// idea: lastIndexOf over 2^53 - 1 absent elements
return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);
