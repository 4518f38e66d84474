// expect: memory_limit_exceeded | timeout
// idea: out of memory while patterns are compiled and matched
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 0; ; i++) { const re = new RegExp("(a|b".repeat(20) + i + ")".repeat(20), "g"); keep.push(re, re.exec("abab".repeat(10)), "ab".match(/(?<x>a)/d)); }
