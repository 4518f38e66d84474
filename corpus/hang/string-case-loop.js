// expect: timeout
// idea: case mapping of long text
const text = "\u0130\u00df".repeat(1 << 18);
for (;;) text.toLowerCase().toUpperCase();
