// expect: answer
// idea: quickjs-ng#1296: the prototype getter of new.target shrinks the buffer under construction
const ab = new ArrayBuffer(64, { maxByteLength: 64 });
const target = function () {}.bind();
Object.defineProperty(target, "prototype", { get() { ab.resize(0); return Uint8Array.prototype; } });
const view = Reflect.construct(Uint8Array, [ab, 8, 32], target);
ab.resize(64);
return Array.from(view).length;
