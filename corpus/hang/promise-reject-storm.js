// expect: timeout | memory_limit_exceeded
// idea: unhandled rejections without end: the tracker keeps each
for (;;) { Promise.reject(new Error("again")); await null; }
