// expect: internal_error RangeError
// idea: stack overflow through a getter
const o = { get x() { return this.x; } };
return o.x;
