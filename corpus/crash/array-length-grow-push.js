// expect: completed [null,6]
// idea: quickjs-ng#1562: elements freed by a shorter length come back after a longer one
const list = [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }, { e: 5 }];
list.length = 2;
list.length = 5;
list.push({ f: 6 });
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return [list[3] ?? null, list.length];
