// expect: answer
// idea: quickjs-ng#1305: the source view goes out of bounds while the copy is being made
for (const size of [0, 1, 5]) {
  const ab = new ArrayBuffer(512, { maxByteLength: 1024 });
  const source = new Uint8Array(ab);
  const target = new Proxy(function () {}, { get: (_, key) => (key === "prototype" ? (ab.resize(size), Uint8Array.prototype) : undefined) });
  try { Reflect.construct(Uint8Array, [source], target); } catch {}
}
return "alive";
