// expect: timeout | memory_limit_exceeded
// idea: a then callback that chains for ever (rquickjs#663: interrupt inside a job)
const chain = () => Promise.resolve().then(chain);
chain();
await new Promise(() => {});
