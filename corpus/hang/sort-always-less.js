// expect: timeout
// idea: the comparator always says less
const list = Array.from({ length: 2e5 }, (_, i) => i % 7);
for (;;) list.sort(() => -1);
