// expect: internal_error RangeError
// idea: stack overflow in template tags
const tag = () => tag`x${1}`;
return tag`x`;
