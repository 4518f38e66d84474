// expect: completed 3
// idea: a suspended generator's locals are held by an escaped closure only
let read;
(() => { function* g() { let three = { n: 3 }; read = () => three.n; yield; three = null; } const it = g(); it.next(); })();
for (let i = 0; i < 50000; i++) { const a = { b: {} }; a.b.a = a; }
return read();
