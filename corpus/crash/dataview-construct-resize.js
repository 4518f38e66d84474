// expect: answer
// idea: DataView of a buffer that its new.target shrinks
const ab = new ArrayBuffer(64, { maxByteLength: 64 });
const target = new Proxy(function () {}, { get: (_, key) => (key === "prototype" ? (ab.resize(2), DataView.prototype) : undefined) });
try { Reflect.construct(DataView, [ab, 8, 32], target).getUint8(31); } catch (error) { return error.name; }
return "alive";
