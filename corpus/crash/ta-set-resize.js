// expect: answer
// idea: set reads a getter that shrinks the target
const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 });
const view = new Uint8Array(ab);
view.set({ length: 1 << 16, get 0() { ab.resize(1); return 1; }, 5: 5 });
return view.length;
