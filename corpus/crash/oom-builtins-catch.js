// expect: memory_limit_exceeded | failed | timeout | completed
// idea: every builtin's allocations fail once (CVE-2025-69654, quickjs-emscripten#257: disposal after that)
// with: memoryLimitBytes=2097152
const fill = [];
try { for (;;) fill.push(new Array(200).fill(0)); } catch {}
const work = [() => [3, 1, 2].toSorted(), () => "a-b".split("-"), () => "abc".replace(/b/g, "$&$&"), () => new Map([[1, 2]]), () => structuredClone({ a: [new Map([[1, new Date()]])] }), () => Object.entries({ a: 1 }), () => JSON.stringify({ a: [1] }, null, 2), () => new Proxy({}, {}), () => (() => 1).bind(1, 2), () => new Uint8Array([1, 2]).map((x) => x), () => Promise.all([1, 2]), () => Iterator.from([1]).map((x) => x).toArray(), () => 2n ** 300n, () => Symbol("x" + fill.length), () => new FinalizationRegistry(() => {}).register({}, 1), () => Object.groupBy([1, 2], (x) => "k" + x), () => "x".normalize("NFD") + "\u0130".toLowerCase(), () => new Date(0).toISOString(), () => encodeURIComponent("\u20ac"), () => [..."\u{1f600}abc"], () => new WeakRef({}), () => Array.from({ length: 20 }), () => Object.create({}, { a: { value: 1 } }), () => new Intl(), () => Reflect.ownKeys({ a: 1, [Symbol()]: 2 })];
let failures = 0;
for (let i = 0; i < 4000; i++) { if (i % 30 === 0) fill.pop(); try { work[i % work.length](); } catch { failures++; } }
return failures > 0;
