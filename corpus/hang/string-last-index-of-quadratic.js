// expect: timeout
// idea: the same backwards
const hay = "a".repeat(1 << 22), needle = "b" + "a".repeat(1 << 21);
for (;;) hay.lastIndexOf(needle);
