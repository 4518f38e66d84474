// expect: internal_error RangeError
// idea: stack overflow in callbacks of builtins
const f = () => [3, 2, 1].sort(f).map(f).length;
return f();
