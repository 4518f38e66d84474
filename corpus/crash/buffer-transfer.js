// expect: answer
// idea: quickjs-ng#1208: transfer to another size, use of the old views
const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 20 });
const views = [new Uint8Array(ab), new Float64Array(ab, 8), new DataView(ab, 4)];
const b = ab.transfer({ valueOf() { ab.resize(1 << 18); return 8; } });
for (const view of views) { try { view[0] = 1; view.setUint8?.(0, 1); } catch {} }
return [ab.detached, b.byteLength];
