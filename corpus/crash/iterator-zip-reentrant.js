// expect: answer
// idea: Iterator.zip closes its iterators while one of them drives it
const attempt = (f) => { try { return f(); } catch {} };
if (typeof Iterator.zip !== "function") return "absent";
let it;
const evil = { [Symbol.iterator]: () => ({ next() { attempt(() => it.return()); attempt(() => it.next()); return { done: false, value: 1 }; }, return() { attempt(() => it.next()); return {}; } }) };
it = Iterator.zip([evil, evil, [1, 2]], { mode: "longest", padding: evil });
for (let i = 0; i < 4; i++) attempt(() => it.next());
attempt(() => it.return());
const keyed = attempt(() => Iterator.zipKeyed({ a: evil, get b() { attempt(() => it.return()); return [1]; } }));
attempt(() => keyed.next());
return "alive";
