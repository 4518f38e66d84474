// expect: timeout
// idea: empty matches without end
const empty = /(?:)/g;
for (;;) { empty.lastIndex = 0; "abc".replace(empty, ""); }
