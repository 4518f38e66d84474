// expect: timeout | memory_limit_exceeded
// idea: array buffers until there is no more, again and again
for (;;) { const keep = []; try { for (;;) keep.push(new ArrayBuffer(1 << 20)); } catch {} }
