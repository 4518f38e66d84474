// All accessors in both byte orders.
const buffer = new ArrayBuffer(96);
const view = new DataView(buffer);
let at = 0;
const put = (kind, size, value, little) => {
  view["set" + kind](at, value, little);
  at += size;
};
for (const little of [false, true]) {
  put("Int8", 1, -me, little);
  put("Uint8", 1, 250 + me, little);
  put("Int16", 2, -12345, little);
  put("Uint16", 2, 54321, little);
  put("Float16", 2, 1.5 * me, little);
  put("Int32", 4, -123456789, little);
  put("Uint32", 4, 4000000000 + me, little);
  await ask(at);
  put("Float32", 4, Math.PI, little);
  put("Float64", 8, -Math.E * me, little);
  put("BigInt64", 8, -(2n ** 60n) - BigInt(me), little);
  put("BigUint64", 8, 2n ** 64n - 1n, little);
}
await ask("written");
const read = [];
for (const [kind, offset] of [["Int8", 0], ["Uint16", 3], ["Float32", 16], ["Float64", 20], ["BigInt64", 28], ["BigUint64", 36], ["Float64", 64]])
  read.push(String(view["get" + kind](offset)), String(view["get" + kind](offset, true)));
const errors = [];
for (const bad of [() => view.getFloat64(92), () => view.setInt8(-1, 0), () => view.setBigInt64(0, 1)]) {
  try { bad(); } catch (error) { errors.push(error.name); }
}
return { at, read, errors, bytes: [...new Uint8Array(buffer)] };
