// expect: timeout | memory_limit_exceeded
// idea: slice of a sparse array of 2^32 - 1
const sparse = []; sparse.length = 2 ** 32 - 1;
return sparse.slice().length;
