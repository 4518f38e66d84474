// expect: completed "alive"
// idea: quickjs-ng#1757 in generators, for await, yield* and finally blocks
const promise = Promise.resolve(1);
Object.defineProperty(promise, "constructor", { get() { throw new Error("boom"); } });
const attempt = async (f) => { try { await f(); } catch {} };
async function* g() { try { yield promise; await promise; } finally { await promise; } }
async function* h() { yield* g(); }
for (const make of [g, h]) { const it = make(); await attempt(() => it.next()); await attempt(() => it.next()); await attempt(() => it.return(promise)); await attempt(() => it.throw(1)); await attempt(() => it.return(promise)); }
await attempt(async () => { for await (const x of [promise, promise]) void x; });
await attempt(async () => { for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => promise, return: () => promise }) }) break; });
await attempt(async () => { try { throw 1; } finally { await promise; } });
await attempt(async () => { return await promise; });
await attempt(() => Array.fromAsync([promise]));
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
