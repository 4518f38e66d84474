// expect: answer
// idea: fill converts its value while the buffer shrinks
for (const Kind of [Uint8Array, Int16Array, Float64Array]) {
  const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 });
  new Kind(ab).fill({ valueOf() { ab.resize(8); return 7; } });
  new Kind(ab).fill(1, { valueOf() { ab.resize(0); return 0; } });
}
return "alive";
