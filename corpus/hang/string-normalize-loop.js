// expect: timeout
// idea: normalisation of long text
const text = "\u1e9b\u0323".repeat(1 << 18);
for (;;) text.normalize("NFKD");
