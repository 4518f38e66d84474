// expect: timeout | memory_limit_exceeded
// idea: WeakRef and WeakMap churn: the collector works for ever
const map = new WeakMap();
for (let key = {}; ; key = { key: new WeakRef(key) }) map.set(key, { key });
