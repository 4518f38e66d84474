// expect: answer
// idea: indexOf, includes and lastIndexOf convert fromIndex while the buffer shrinks (CVE-2025-62494 and friends)
const make = () => { const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 }); return [ab, new Float32Array(ab)]; };
for (const method of ["indexOf", "includes", "lastIndexOf"]) {
  const [ab, view] = make();
  view[method](1, { valueOf() { ab.resize(4); return method === "lastIndexOf" ? 16000 : 1; } });
  const [bc, other] = make();
  other[method](undefined, { valueOf() { bc.transfer(); return -1; } });
}
return "alive";
