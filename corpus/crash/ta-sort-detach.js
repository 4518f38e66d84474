// expect: answer
// idea: the comparator detaches the buffer
const ab = new ArrayBuffer(800);
const view = new Float64Array(ab);
let n = 0, moved;
view.sort((a, b) => { if (++n === 50) moved = ab.transfer(); return n % 3 - 1; });
return view.length;
