// expect: timeout
// idea: encodeURIComponent of long text
const text = "\u20ac".repeat(1 << 18);
for (;;) decodeURIComponent(encodeURIComponent(text));
