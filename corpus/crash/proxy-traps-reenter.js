// expect: answer
// idea: every trap changes the target while the invariant is checked
const target = { a: 1 };
const handler = {};
for (const trap of ["get", "set", "has", "deleteProperty", "defineProperty", "getOwnPropertyDescriptor", "ownKeys", "getPrototypeOf", "setPrototypeOf", "isExtensible", "preventExtensions"])
  handler[trap] = (t, ...rest) => { delete t.a; for (let i = 0; i < 50; i++) t["k" + i] = {}; for (let i = 0; i < 50; i++) delete t["k" + i]; Object.defineProperty(t, "a", { value: 1, configurable: true }); return Reflect[trap](t, ...rest); };
const proxy = new Proxy(target, handler);
const attempt = (f) => { try { f(); } catch {} };
attempt(() => proxy.a); attempt(() => (proxy.a = 2)); attempt(() => "a" in proxy); attempt(() => delete proxy.a); attempt(() => Object.keys(proxy));
attempt(() => Object.freeze(proxy)); attempt(() => Object.assign({}, proxy)); attempt(() => JSON.stringify(proxy)); attempt(() => ({ ...proxy })); attempt(() => { for (const k in proxy) delete target[k]; });
return "alive";
