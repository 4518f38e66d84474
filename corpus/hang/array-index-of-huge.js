// expect: timeout
// idea: indexOf over 2^53 - 1 absent elements
return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
