// expect: internal_error RangeError
// idea: conversions that convert
const o = { toString() { return String(o); } };
return String(o);
