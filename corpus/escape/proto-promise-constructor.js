// expect: completed {"n":1}
// idea: Promise itself, its species and its resolve replaced
const Real = Promise;
globalThis.Promise = class { constructor() { throw new Error("hook"); } };
Real.resolve = Real.reject = () => { throw new Error("hook"); };
Object.defineProperty(Real, Symbol.species, { get() { throw new Error("hook"); } });
return await tools.callValue("echo", { n: 1 });
