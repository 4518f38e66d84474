// expect: answer
// idea: the callback detaches what is being filtered
const ab = new ArrayBuffer(4096);
const view = new Uint8Array(ab);
return view.filter((_, i) => { if (i === 5) ab.transfer(); return true; }).length;
