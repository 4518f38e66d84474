// expect: answer
// idea: join converts its separator while the buffer shrinks
const ab = new ArrayBuffer(4096, { maxByteLength: 4096 });
const view = new Uint8Array(ab);
return view.join({ toString() { ab.resize(2); return "-"; } }).length;
