// expect: answer
// idea: super on prototypes that change, construct with strange new.targets
const outs = [];
class P { m() { return 1; } }
class C extends P { m() { Object.setPrototypeOf(C.prototype, null); try { return super.m(); } catch (error) { return error.name; } } }
outs.push(new C().m());
for (const T of [Array, Map, Set, Promise, RegExp, Date, Error, Uint8Array, ArrayBuffer, DataView, WeakMap, FinalizationRegistry, Function, Proxy, Object, String]) {
  const target = new Proxy(function () {}, { get(_, key) { if (key === "prototype") { for (let i = 0; i < 300; i++) { const a = {}; a.a = a; } return null; } } });
  try { outs.push(typeof Reflect.construct(T, T === Promise || T === FinalizationRegistry ? [() => {}] : [], target)); } catch (error) { outs.push(error.name); }
}
return outs.length;
