// expect: answer
// idea: defineProperty on an element, with a value that shrinks
const ab = new ArrayBuffer(4096, { maxByteLength: 4096 });
const view = new BigInt64Array(ab);
try { Object.defineProperty(view, 400, { value: { valueOf() { ab.resize(8); return 5n; } }, writable: true, enumerable: true, configurable: true }); } catch {}
return view.length;
