// expect: answer
// idea: DataView accessors convert their arguments while the buffer shrinks
const ab = new ArrayBuffer(64, { maxByteLength: 64 });
const view = new DataView(ab);
const out = [];
for (const kind of ["Uint8", "Int32", "Float64", "BigInt64", "Float16"]) {
  ab.resize(64);
  try { view["set" + kind](56, { valueOf() { ab.resize(1); return kind.startsWith("Big") ? 1n : 1; } }); out.push("set"); } catch (error) { out.push(error.name); }
  ab.resize(64);
  try { view["get" + kind]({ valueOf() { ab.resize(1); return 56; } }); out.push("get"); } catch (error) { out.push(error.name); }
}
return out;
