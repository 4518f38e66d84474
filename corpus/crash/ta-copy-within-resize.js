// expect: answer
// idea: copyWithin converts its arguments while the buffer shrinks
const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 });
const view = new Uint8Array(ab);
view.copyWithin(0, { valueOf() { ab.resize(64); return 32; } }, { valueOf() { return 1 << 16; } });
view.copyWithin({ valueOf() { ab.resize(16); return 8; } }, 0);
return view.length;
