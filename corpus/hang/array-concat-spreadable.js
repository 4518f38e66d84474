// expect: timeout | memory_limit_exceeded | failed
// idea: concat of spreadable objects of huge length
const wide = { length: 2 ** 52, [Symbol.isConcatSpreadable]: true };
return [].concat(wide, wide).length;
