// expect: timeout
// idea: sort of a big typed array with a slow comparator
const view = new Float64Array(1e6).map((_, i) => -i);
for (;;) view.sort((a, b) => b - a);
