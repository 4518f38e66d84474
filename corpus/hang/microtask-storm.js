// expect: timeout
// idea: a microtask that queues itself
const again = () => { queueMicrotask(again); };
again();
await new Promise(() => {});
