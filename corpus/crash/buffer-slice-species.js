// expect: answer
// idea: slice with a species constructor that returns the same or a smaller buffer
const ab = new ArrayBuffer(4096, { maxByteLength: 4096 });
const outs = [];
for (const answer of [() => ab, () => new ArrayBuffer(1), () => { ab.resize(1); return new ArrayBuffer(8192); }, () => { const b = new ArrayBuffer(4096); b.transfer(); return b; }]) {
  ab.constructor = { [Symbol.species]: answer };
  ab.constructor[Symbol.species] = function () { return answer(); };
  try { ab.resize(4096); outs.push(ab.slice(8).byteLength); } catch (error) { outs.push(error.name); }
}
return outs;
