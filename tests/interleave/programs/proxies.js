// Traps that are called after a suspension, revoked proxies, proxies as prototypes and of functions.
const calls = [];
const spy = (target, name) => new Proxy(target, {
  get(object, key, receiver) { calls.push(name + ".get." + String(key)); return Reflect.get(object, key, receiver); },
  set(object, key, value, receiver) { calls.push(name + ".set." + String(key)); return Reflect.set(object, key, value, receiver); },
  has(object, key) { calls.push(name + ".has." + String(key)); return key in object; },
  deleteProperty(object, key) { calls.push(name + ".delete." + String(key)); return delete object[key]; },
  ownKeys(object) { calls.push(name + ".keys"); return Reflect.ownKeys(object); },
  getOwnPropertyDescriptor(object, key) { calls.push(name + ".descriptor." + String(key)); return Reflect.getOwnPropertyDescriptor(object, key); },
  defineProperty(object, key, descriptor) { calls.push(name + ".define." + String(key)); return Reflect.defineProperty(object, key, descriptor); },
  apply(f, self, args) { calls.push(name + ".apply"); return Reflect.apply(f, self, args) + me; },
  construct(f, args, target) { calls.push(name + ".construct"); return Reflect.construct(f, [...args, me], target); },
});
const data = spy({ a: 1, b: { c: 2 } }, "data");
data.x = me;
await ask("data ready");
const read = [data.a, "b" in data, delete data.a, Object.keys(data), { ...data }];
const child = Object.create(data, { own: { value: 1, enumerable: true } });
await ask("child ready");
child.y = 5;
const inherited = [child.x, child.y, Object.hasOwn(child, "y"), [...(function* () { for (const key in child) yield key; })()]];
const add = spy((a, b) => a + b, "add");
class Pair { constructor(...items) { this.items = items; this.target = new.target === Pair; } }
const Spied = spy(Pair, "Pair");
await ask("functions ready");
const called = [add(1, 2), add.call(null, 3, 4), new Spied(1).items, new (class extends Spied {})(2).target];
const { proxy, revoke } = Proxy.revocable([1, 2, 3], {});
const live = [proxy.length, Array.isArray(proxy), proxy.map((x) => x * me)];
await ask("revocable");
revoke();
const errors = [];
for (const touch of [() => proxy.length, () => Array.isArray(proxy), () => new Proxy({}, null)]) {
  try { touch(); } catch (error) { errors.push(error.name); }
}
const liar = new Proxy(Object.freeze({ fixed: 1 }), { get: () => 2 });
try { liar.fixed; } catch (error) { errors.push("invariant " + error.name); }
return { read, inherited, called, live, errors, calls };
