// expect: answer
// idea: quickjs-ng#1572 family: one object from a very great many places, then let go
const one = {};
for (let round = 0; round < 20; round++) { const many = new Array(100000).fill(one); many.length = 0; }
const s = "shared".repeat(10);
const list = Array.from({ length: 100000 }, () => s);
return new Set(list).size;
