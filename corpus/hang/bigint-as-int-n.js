// expect: timeout
// idea: asIntN over a million bits
const n = (1n << 900000n) - 1n;
for (;;) BigInt.asIntN(899999, n);
