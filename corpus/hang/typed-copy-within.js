// expect: timeout
// idea: memmove of megabytes in a loop
const bytes = new Uint8Array(32 << 20);
for (;;) bytes.copyWithin(1, 0);
