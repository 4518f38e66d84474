// A mutex, an event queue and a rate limiter, all with waiters parked in them.
class Mutex {
  #tail = Promise.resolve();
  lock() { const before = this.#tail; let free; this.#tail = new Promise((r) => { free = r; }); return before.then(() => free); }
  async with(work) { const free = await this.lock(); try { return await work(); } finally { free(); } }
}
class Channel {
  #items = []; #takers = [];
  put(v) { const taker = this.#takers.shift(); taker ? taker(v) : this.#items.push(v); }
  take() { return this.#items.length ? Promise.resolve(this.#items.shift()) : new Promise((r) => this.#takers.push(r)); }
  async *[Symbol.asyncIterator]() { for (let v; (v = await this.take()) !== null; ) yield v; }
}
const mutex = new Mutex(), order = [];
let shared = 0;
const workers = [1, 2, 3, 4].map((n) => mutex.with(async () => { order.push("in" + n); const seen = shared; await ask(n); shared = seen + n * me; order.push("out" + n); }));
await Promise.all(workers);
const channel = new Channel(), got = [];
const consumer = (async () => { for await (const v of channel) { got.push(v); if (v % 2) await ask("odd"); } return "closed"; })();
for (let i = 0; i < 6; i++) { channel.put(i); if (i % 2) await ask("producer"); }
channel.put(null);
const ended = await consumer;
const handlers = new Map();
const on = (name, f) => handlers.set(name, [...(handlers.get(name) ?? []), f]);
const emit = async (name, v) => { const out = []; for (const f of handlers.get(name) ?? []) out.push(await f(v)); return out; };
on("x", ask);
on("x", (v) => v + me);
on("x", async (v) => { await ask("handler"); off(); return v; });
const off = () => handlers.delete("x");
const memo = new Map();
const cached = (k) => memo.get(k) ?? (memo.set(k, ask(k)), memo.get(k));
const emitted = await emit("x", 5);
const cachedTwice = await Promise.all([cached("k"), cached("k")]);
return { shared, order, got, ended, emitted, none: await emit("x", 1), same: cached("k") === cached("k"), cachedTwice };
