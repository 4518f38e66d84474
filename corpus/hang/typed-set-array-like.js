// expect: timeout
// idea: set from an array-like with getters
const source = { length: 1e6, get 0() { for (;;) {} } };
new Uint8Array(1e6).set(source);
