// expect: internal_error
// idea: a thrown proxy of an error whose traps lie
throw new Proxy(new Error("real"), { get: (target, key) => (key === "message" ? { toString() { throw 1; } } : target[key]) });
