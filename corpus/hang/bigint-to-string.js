// expect: timeout
// idea: the decimal text of a huge number is quadratic
return String(3n ** 600000n).length;
