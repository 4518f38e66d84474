// expect: timeout | memory_limit_exceeded | failed
// idea: clones of a wide graph in a loop
const wide = Array.from({ length: 1000 }, (_, i) => ({ i, list: [i, i] }));
for (;;) structuredClone(wide);
