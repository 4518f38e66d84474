// expect: timeout
// idea: forEach over nothing
Array.prototype.forEach.call({ length: 2 ** 53 - 1 }, () => {});
