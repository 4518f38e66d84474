// expect: timeout
// idea: a real array, sparse and 2^32 - 1 long
const sparse = []; sparse.length = 2 ** 32 - 1;
for (;;) sparse.some(() => true);
