// expect: completed "alive"
// idea: targets die while they are being read
let refs = [];
for (let i = 0; i < 3000; i++) { let o = { refs }; o.self = o; refs.push(new WeakRef(o)); if (i % 7 === 0) o.ref = refs.at(-1); }
await null;
for (const ref of refs) ref.deref()?.refs.length;
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
for (const ref of refs) ref.deref()?.refs.length;
return "alive";
