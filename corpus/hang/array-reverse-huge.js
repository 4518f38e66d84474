// expect: timeout
// idea: array method on a length of 2^53 - 1: no poll inside
return Array.prototype.reverse.call({ length: 2 ** 53 - 1 });
