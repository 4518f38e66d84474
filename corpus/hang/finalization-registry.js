// expect: timeout | memory_limit_exceeded
// idea: clean-up callbacks that register again
const registry = new FinalizationRegistry((n) => { registry.register({}, n + 1); registry.register({}, n + 1); });
registry.register({}, 0);
for (;;) { await null; Array(100).fill({}); }
