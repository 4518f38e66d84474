// expect: answer
// idea: lengths at the edges of what integers hold
const out = [];
for (const n of [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, NaN]) {
  try { out.push(new ArrayBuffer(n).byteLength); } catch (error) { out.push(error.name); }
  try { out.push(new ArrayBuffer(8, { maxByteLength: n }).resizable); } catch (error) { out.push(error.name); }
  try { out.push(new Float64Array(n).length); } catch (error) { out.push(error.name); }
}
return out;
