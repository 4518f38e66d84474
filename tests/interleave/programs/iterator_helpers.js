// Lazy chains that have run part of their way.
const closed = [];
function* naturals(name) {
  try { for (let n = me; ; n++) yield n; } finally { closed.push(name); }
}
const chain = naturals("chain").filter((n) => n % 2).map((n, i) => n * 10 + i).drop(2).take(6);
const started = [chain.next().value, chain.next().value];
await ask("chain parked");
started.push(chain.next().value);
const flat = naturals("flat").flatMap((n) => [n, [n], "s" + n]);
flat.next();
flat.next();
await ask("flatMap parked inside");
const pieces = [flat.next().value, flat.next().value];
flat.return();
const rest = chain.toArray();
await ask("chain over");
const wrapped = Iterator.from({ next() { this.n = (this.n ?? 0) + 1; return { value: this.n, done: this.n > 5 + me }; } });
wrapped.next();
await ask("wrapped");
const sums = [wrapped.reduce((a, b) => a + b), naturals("some").some((n) => n > 20), naturals("every").every((n) => n < 20), naturals("find").find((n) => n % 7 === 0)];
const entries = new Map([["a", 1], ["b", 2], ["c", me]]).entries().map(([k, v]) => k + v);
entries.next();
await ask("map entries mapped");
const loop = [];
for (const n of naturals("loop").take(3)) { loop.push(n); await ask(n); }
let thrown;
try { naturals("thrown").map(() => { throw new RangeError("in mapper"); }).next(); } catch (error) { thrown = error.message; }
const asyncList = await Array.fromAsync(naturals("async").take(3), async (n) => n + (await ask(1)));
return { started, pieces, rest, sums, entries: [...entries], loop, thrown, asyncList, closed, over: chain.next().done };
