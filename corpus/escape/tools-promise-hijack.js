// expect: completed {"n":1}
// idea: the promise of a call subclassed and resolved by the guest
const p = tools.callValue("echo", { n: 1 });
p.then = (f) => f("stolen");
p.constructor = class { static [Symbol.species] = null; };
return await Promise.prototype.then.call(Object.defineProperty(p, "constructor", { value: Promise }), (x) => x);
