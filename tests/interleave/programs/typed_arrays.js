// Every element type, views on one buffer, methods that copy and that do not.
const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array, Float64Array];
const filled = kinds.map((Kind) => Kind.from({ length: 40 }, (_, i) => (i - 20) * 13.7 * me));
const big = [new BigInt64Array(8), new BigUint64Array(8)].map((array) => array.map((_, i) => BigInt(i * me) ** 9n - 5n));
await ask("filled");
const buffer = new ArrayBuffer(256);
const bytes = new Uint8Array(buffer);
for (let i = 0; i < 256; i++) bytes[i] = i ^ (me * 37);
const words = new Uint32Array(buffer, 8, 40);
const floats = new Float64Array(buffer, 64, 8);
floats.set([1.25, -0, NaN, Infinity, me / 3]);
const part = words.subarray(4, 12);
await ask("views");
part.sort();
part[0] = 0xdeadbeef;
bytes.copyWithin(200, 0, 16);
await ask("moved");
const sorted = filled.map((array) => array.toSorted((a, b) => b - a).with(0, 1).slice(0, 5).join());
const found = [bytes.indexOf(255), floats.includes(NaN), floats.findLast((x) => x > 0), Object.is(floats[1], -0)];
let hash = 0;
for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
const walker = filled[5].entries();
walker.next();
await ask(hash);
const errors = [];
for (const bad of [() => new Uint32Array(buffer, 3), () => new Float64Array(7n), () => bytes.set([1], 256)]) {
  try { bad(); } catch (error) { errors.push(error.name); }
}
return { sorted, found, hash, big: big.map((array) => array.join()), step: walker.next().value, same: part.buffer === buffer, at: words[4], keys: Object.keys(part).length, errors, tags: filled.map((array) => array[Symbol.toStringTag]) };
