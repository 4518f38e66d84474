// expect: answer
// idea: quickjs-ng#1572: a leaked reference per element overflows the count
const o = {};
const list = new Array(1000).fill(o);
for (let i = 0; i < 300; i++) list.values().find(() => false);
return Object.keys(o).length;
