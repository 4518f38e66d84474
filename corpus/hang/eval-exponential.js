// expect: timeout | failed
// idea: nested functions in the engine's own parser
const nested = "(()=>".repeat(200) + "1" + ")()".repeat(200);
for (;;) { try { new Function("return " + nested)(); } catch {} }
