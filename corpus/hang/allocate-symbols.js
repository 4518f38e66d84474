// expect: timeout | memory_limit_exceeded
// idea: registered symbols are never given back
for (let i = 0; ; i++) { try { Symbol.for("name" + i); } catch {} }
