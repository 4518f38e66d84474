// expect: answer
// idea: bellard/quickjs#478: element conversion from a source that shrank
const ab = new ArrayBuffer(4096, { maxByteLength: 4096 });
const source = new Float64Array(ab);
const target = new Proxy(function () {}, { get: (_, key) => (key === "prototype" ? (ab.resize(8), Int8Array.prototype) : undefined) });
return Reflect.construct(Int8Array, [source], target).length;
