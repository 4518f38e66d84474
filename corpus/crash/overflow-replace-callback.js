// expect: internal_error RangeError
// idea: stack overflow in callbacks of strings and JSON
const f = () => "abc".replace(/b/, () => JSON.stringify({ toJSON: f }));
return f();
