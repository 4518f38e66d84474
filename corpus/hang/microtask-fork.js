// expect: timeout | memory_limit_exceeded
// idea: every microtask queues two
const fork = () => { queueMicrotask(fork); queueMicrotask(fork); };
fork();
await new Promise(() => {});
