// expect: answer
// idea: bellard/quickjs#492: the replacement value shrinks the buffer
const ab = new ArrayBuffer(4096, { maxByteLength: 4096 });
const view = new Int32Array(ab);
let out = "";
try { out = view.with(0, { valueOf() { ab.resize(16); return 1; } }).length; } catch (error) { out = error.name; }
return out;
