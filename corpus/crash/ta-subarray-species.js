// expect: answer
// idea: the species constructor detaches and returns a view of something else
const ab = new ArrayBuffer(64, { maxByteLength: 128 });
const view = new Uint8Array(ab);
view.constructor = { [Symbol.species]: function (buffer, offset, length) { ab.resize(1); return new Uint8Array(buffer, 0); } };
const out = view.subarray({ valueOf() { ab.resize(64); return 2; } }, { valueOf() { ab.resize(16); return 60; } });
return out.length;
