// expect: timeout
// idea: a stop inside a comparator, while the engine holds its own copies
const list = Array.from({ length: 5000 }, (_, i) => ({ i }));
for (;;) list.sort((a, b) => { list.push({}); list.pop(); return b.i - a.i; });
