// expect: answer
// idea: ropes of narrow and wide texts, compared and sliced at their seams
let rope = "";
for (let i = 0; i < 3000; i++) rope += i % 2 ? "\u20ac".repeat(i % 50) : "a".repeat(i % 50);
const flat = rope.split("").join("");
return rope === flat && rope.slice(777, 7777) === flat.slice(777, 7777) && !(rope < flat) && rope.at(-1) === flat.at(-1);
