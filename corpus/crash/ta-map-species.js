// expect: answer
// idea: map writes into a view that the callback shrinks
const other = new ArrayBuffer(4096, { maxByteLength: 4096 });
const view = new Uint8Array(4096);
view.constructor = { [Symbol.species]: function () { return new Uint8Array(other); } };
view.map((_, i) => { if (i === 10) other.resize(0); return i; });
return other.byteLength;
