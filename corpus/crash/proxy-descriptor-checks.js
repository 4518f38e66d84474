// expect: completed "alive"
// idea: quickjs-ng#1629: descriptors of the trap against the target's own
const f = () => {}, g = () => {};
for (const own of [{ value: 1 }, { value: 1, writable: true }, { get: f, set: g }, { get: f, configurable: true }, undefined]) for (const told of [{}, { value: 2 }, { value: 1, enumerable: true }, { get: g }, { get: f, set: g }, { value: 1, configurable: true }, undefined, null, 1, { get: 1 }, { get: f, value: 1 }])
  { const target = own ? Object.defineProperty({}, "x", own) : {}; const p = new Proxy(target, { getOwnPropertyDescriptor: () => told }); for (const use of [() => Object.getOwnPropertyDescriptor(p, "x"), () => p.hasOwnProperty("x"), () => ({ ...p }), () => Object.assign({}, p), () => p.__lookupGetter__("x"), () => Object.isFrozen(p)]) { try { use(); } catch {} } }
return "alive";
