// expect: timeout | failed
// idea: shifts of a million bits
let n = 1n;
for (;;) n = (n << 900000n) >> 899999n;
