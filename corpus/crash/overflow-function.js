// expect: internal_error RangeError
// idea: stack overflow in a plain call
const f = () => f() + 1;
return f();
