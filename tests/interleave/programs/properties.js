// Accessors, attributes, key order, shapes that many objects share, deleted keys.
const log = [];
const base = { get half() { log.push("get"); return this.whole / 2; }, set half(v) { log.push("set " + v); this.whole = v * 2; } };
const one = Object.create(base, { whole: { value: 10 * me, writable: true } });
await ask("made");
one.half = 7;
const read = [one.half, one.whole, Object.keys(one), "half" in one, Object.hasOwn(one, "half")];
const order = { b: 1, 2: 1, a: 1, 1: 1, [Symbol("s")]: 1, "-1": 1, "01": 1 };
order[0] = 1;
delete order.a;
order.a = 2;
await ask(Object.keys(order));
Object.defineProperty(order, "hidden", { get: () => me, configurable: true });
Object.defineProperties(order, { fixed: { value: 1 }, "3": { value: 2, enumerable: true } });
const crowd = Array.from({ length: 100 }, (_, i) => ({ kind: "c", i, ["own" + (i % 7)]: i }));
for (const member of crowd) if (member.i % 3 === 0) delete member.kind;
await ask("crowd");
for (const member of crowd) member.added = member.kind ?? me;
const many = {};
for (let i = 0; i < 300; i++) many["k" + ((i * 37) % 300)] = i;
for (let i = 0; i < 300; i += 3) delete many["k" + i];
await ask("many");
for (let i = 0; i < 10; i++) many["new" + i] = i;
const lazy = { get once() { delete this.once; return (this.once = Math.sqrt(me)); } };
const twice = [lazy.once === lazy.once, Object.keys(lazy)];
let refused;
try { order.fixed = 2; } catch (error) { refused = error.message; }
const copy = Object.assign({}, order, { ...one });
return { read, log, all: Reflect.ownKeys(order).map(String), crowd: crowd.reduce((a, m) => a + String(m.added).length + m.i, 0), many: [Object.keys(many).length, Object.keys(many).slice(-12)], twice, refused, copy, hidden: order.hidden, names: Object.getOwnPropertyNames(base), entries: Object.fromEntries(Object.entries(order).reverse()) };
