// expect: timeout
// idea: a stop inside the collector or the freeing of a long list
for (;;) { let list = null; for (let i = 0; i < 100000; i++) list = { next: list, other: list }; list = null; }
