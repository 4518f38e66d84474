// expect: answer
// idea: a prototype chain 200,000 long
let o = { x: 1 };
for (let i = 0; i < 200000; i++) o = Object.create(o);
return [o.x, "y" in o, o instanceof Array];
