// expect: internal_error
// idea: a thrown proxy
throw new Proxy({}, { get() { throw new Error("trap"); }, getPrototypeOf() { throw new Error("trap"); } });
