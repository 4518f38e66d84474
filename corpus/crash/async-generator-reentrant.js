// expect: answer
// idea: quickjs-ng#1355: a then getter on Object.prototype drives the generator that is being resumed
const deferred = () => Promise.withResolvers();
const [a, b, c] = [deferred(), deferred(), deferred()];
let it, hits = 0, inside = false;
Object.defineProperty(Object.prototype, "then", { configurable: true, get() {
  if (inside || !it) return undefined;
  inside = true;
  try { if (hits === 0) it.return(0); else if (hits === 1) { it.next(1); it.return(1); } hits++; } catch {}
  inside = false;
  return undefined;
} });
async function* g() { try { await a.promise; yield 1; await b.promise; yield 2; await c.promise; } finally { await c.promise; } }
it = g();
it.next();
a.resolve({}); await null; await null;
b.resolve({}); c.resolve({}); await null; await null;
delete Object.prototype.then;
return "alive";
