// expect: timeout
// idea: includes reads every absent element
return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1);
