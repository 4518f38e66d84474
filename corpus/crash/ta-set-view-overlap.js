// expect: completed [1,1,2,3]
// idea: set from a view of the same buffer
const view = new Uint8Array([1, 2, 3, 4]);
view.set(view.subarray(0, 3), 1);
return view;
