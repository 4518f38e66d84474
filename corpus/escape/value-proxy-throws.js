// expect: internal_error
// idea: traps that throw while the final value is read
return new Proxy({}, { ownKeys() { throw new Error("trap"); } });
