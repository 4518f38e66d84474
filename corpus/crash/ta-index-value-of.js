// expect: answer
// idea: element store converts its value while the buffer goes away
const ab = new ArrayBuffer(4096, { maxByteLength: 8192 });
const view = new Float64Array(ab);
view[511] = { valueOf() { ab.resize(8); return 1.5; } };
view[0] = { valueOf() { ab.transfer(); return 1.5; } };
Reflect.set(view, 3, { valueOf() { return 1; } }, {});
return view.length;
