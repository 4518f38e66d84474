// expect: timeout | memory_limit_exceeded
// idea: strings until there is no more, again and again
for (;;) { const keep = []; try { for (;;) keep.push("x".repeat((1 << 20) + keep.length)); } catch {} }
