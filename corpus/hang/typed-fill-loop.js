// expect: timeout
// idea: long memory functions of the C library in a loop
const bytes = new Uint8Array(32 << 20);
for (;;) bytes.fill(1).includes(2);
