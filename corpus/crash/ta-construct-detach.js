// expect: answer
// idea: quickjs-ng#1296 with a transfer instead of a resize
const ab = new ArrayBuffer(64);
const target = function () {}.bind();
Object.defineProperty(target, "prototype", { get() { ab.transfer(1 << 20); return Float64Array.prototype; } });
return Reflect.construct(Float64Array, [ab, 8, 4], target).length;
