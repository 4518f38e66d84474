// expect: answer
// idea: slice copies into a view that the species constructor shrinks
const ab = new ArrayBuffer(1 << 12, { maxByteLength: 1 << 12 });
const view = new Uint8Array(ab);
view.constructor = { [Symbol.species]: function (n) { const other = new ArrayBuffer(n, { maxByteLength: n }); const made = new Uint8Array(other); ab.resize(3); return made; } };
return view.slice(1).length;
