// expect: completed [1,2]
// idea: species and iterators of typed arrays at the border
const T = Object.getPrototypeOf(Uint8Array);
Object.defineProperty(T, Symbol.species, { get() { throw new Error("hook"); } });
Object.defineProperty(T.prototype, "length", { get: () => 1e9 });
Object.defineProperty(Uint8Array.prototype, "constructor", { get() { throw new Error("hook"); } });
return await tools.callValue("echo", new Uint8Array([1, 2]));
