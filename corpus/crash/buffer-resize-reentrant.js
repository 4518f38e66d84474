// expect: answer
// idea: the length's conversion resizes or detaches the same buffer
const ab = new ArrayBuffer(64, { maxByteLength: 1 << 20 });
try { ab.resize({ valueOf() { ab.resize(1 << 20); ab.transfer(); return 128; } }); } catch (error) { return error.name; }
return ab.byteLength;
