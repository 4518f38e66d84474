// expect: memory_limit_exceeded | timeout | completed
// idea: no memory inside microtasks and timers; dispose in every state (quickjs-emscripten#235)
// with: memoryLimitBytes=2097152
const fill = [];
const more = async () => { for (;;) fill.push(Promise.resolve(fill.length).then(() => [])); };
queueMicrotask(() => { more().catch(() => {}); });
setTimeout(() => { more().catch(() => {}); }, 1);
tools.echo({}).then(more, more).catch(() => {});
await new Promise((resolve) => setTimeout(resolve, 20));
return "alive";
