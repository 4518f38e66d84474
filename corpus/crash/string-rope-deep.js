// expect: answer
// idea: a rope a hundred thousand deep, flattened by everything that can
let left = "", right = "";
for (let i = 0; i < 100000; i++) { left = left + "ab" + i; right = i + "ab" + right; }
const both = left + right + left;
return [both.length, both.indexOf("zz"), both === left + right + left, /zz$/.test(both), RegExp.escape(both).length > 0, JSON.stringify(both).length, Object.keys({ [both.slice(0, 1e5)]: 1 }).length];
