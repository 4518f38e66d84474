// expect: answer
// idea: quickjs-ng#1368 and #1440: return() from inside every step of Iterator.concat
const names = [];
const attempt = (f) => { try { f(); } catch (error) { names.push(error.name); } };
let it;
for (const make of [
  () => ({ [Symbol.iterator]() { attempt(() => it.return()); return [][Symbol.iterator](); } }),
  () => ({ [Symbol.iterator]: () => ({ get next() { attempt(() => it.return()); return () => ({ done: true }); } }) }),
  () => ({ [Symbol.iterator]: () => ({ next: () => ({ get done() { attempt(() => it.return()); attempt(() => it.next()); return false; }, get value() { attempt(() => it.return()); return 1; } }) }) }),
  () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), get return() { attempt(() => it.return()); return () => { attempt(() => it.next()); return {}; }; } }) }),
]) {
  it = Iterator.concat(make(), [1, 2]);
  attempt(() => it.next()); attempt(() => it.next()); attempt(() => it.return()); attempt(() => it.next());
}
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return names.length;
