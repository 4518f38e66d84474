// expect: timeout
// idea: shift moves 2^53 - 1 absent elements
return Array.prototype.shift.call({ length: 2 ** 53 - 1 });
