// expect: timeout
// idea: cycles for the collector, and a long list it walks each time
const keep = Array.from({ length: 2e5 }, () => ({}));
for (;;) { const a = {}; a.a = a; keep[0] = a; }
