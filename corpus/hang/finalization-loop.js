// expect: timeout | memory_limit_exceeded | waiting
// idea: a clean-up callback that never ends
const registry = new FinalizationRegistry(() => { for (;;) {} });
for (;;) { registry.register({}, 0); await null; }
