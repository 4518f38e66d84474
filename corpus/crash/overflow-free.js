// expect: answer
// idea: a list a million long is freed link by link, and as one cycle
let list = null;
for (let i = 0; i < 300000; i++) list = { next: list };
list = null;
let ring = { next: null }; const head = ring;
for (let i = 0; i < 300000; i++) ring = { next: ring };
head.next = ring; ring = null;
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
