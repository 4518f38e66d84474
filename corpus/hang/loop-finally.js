// expect: timeout
// idea: a finally block that undoes every way out
for (;;) { try { break } finally { continue } }
