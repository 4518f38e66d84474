// expect: answer
// idea: next, throw and return queued in every order, from inside too
async function* g() { for (let i = 0; i < 5; i++) { try { yield i; it.next(); it.throw(1).catch(() => {}); } catch { it.return(2); } finally { yield "f"; } } }
const it = g();
const all = [];
for (let i = 0; i < 30; i++) all.push([it.next(i), it.return(i), it.throw(i)][i % 3].catch(() => 0));
it.throw(1).catch(() => 0);
await Promise.allSettled(all);
return "alive";
