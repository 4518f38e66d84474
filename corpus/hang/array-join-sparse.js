// expect: timeout | memory_limit_exceeded | failed
// idea: join of a sparse array, no text at all
const sparse = []; sparse.length = 2 ** 32 - 1;
return sparse.join("").length;
