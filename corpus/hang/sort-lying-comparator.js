// expect: timeout
// idea: a comparator that contradicts itself, 10^6 elements
const list = Array.from({ length: 2e5 }, (_, i) => i);
let n = 0;
for (;;) list.sort(() => (n++ % 3) - 1);
