// expect: memory_limit_exceeded | timeout | completed
// idea: no memory inside the callbacks of builtins
// with: memoryLimitBytes=2097152
const more = () => { const fill = []; for (;;) fill.push(new Array(100).fill({})); };
for (const f of [() => [2, 1].sort(more), () => "a".replace(/a/, more), () => JSON.parse("[1]", more), () => JSON.stringify({ toJSON: more }), () => new Map([[1, 1]]).forEach(more), () => Array.from([1], more), () => ({ [{ toString: more }]: 1 }), () => new Proxy({}, { get: more }).x, () => [...{ [Symbol.iterator]: more }], () => new Uint8Array(2).sort(more), () => Object.groupBy([1], more)]) { try { f(); } catch {} }
return "alive";
