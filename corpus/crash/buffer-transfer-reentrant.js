// expect: answer
// idea: the length's conversion transfers the same buffer
const ab = new ArrayBuffer(4096);
let inner;
try { ab.transfer({ valueOf() { inner = ab.transfer(16); return 64; } }); } catch (error) { return [error.name, inner.byteLength]; }
return [ab.byteLength, inner?.byteLength];
