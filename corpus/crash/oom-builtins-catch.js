// expect: memory_limit_exceeded | timeout | completed
// idea: every builtin's allocations fail once (CVE-2025-69654, quickjs-emscripten#257: disposal after that)
// with: memoryLimitBytes=2097152
const fill = new Array(30000).fill(null);
let n = 0;
// Fills the heap to the brim with pieces that get smaller, then gives some back: another allocation fails each time.
const brim = (spare) => { for (let size = 2048; size >= 1; size >>= 1) { try { while (n < 29000) { fill[n] = new Array(size).fill(0); n++; } } catch {} } for (let i = 0; i < spare && n > 0; i++) fill[--n] = null; };
const work = [() => [3, 1, 2].toSorted(), () => "a-b".split("-"), () => "abc".replace(/b/g, "$&$&"), () => new Map([[1, 2]]), () => structuredClone({ a: [new Map([[1, new Date()]])] }), () => Object.entries({ a: 1 }), () => JSON.stringify({ a: [1] }, null, 2), () => JSON.parse('{"a":[1,{"b":"c"}]}', (k, v) => v), () => new Proxy({}, {}), () => (() => 1).bind(1, 2), () => new Uint8Array([1, 2]).map((x) => x), () => Promise.all([1, 2]), () => Iterator.from([1]).map((x) => x).toArray(), () => 2n ** 300n, () => Symbol("x" + n), () => new FinalizationRegistry(() => {}).register({}, 1), () => Object.groupBy([1, 2], (x) => "k" + x), () => "x".normalize("NFD") + "\u0130".toLowerCase(), () => new Date(0).toISOString(), () => encodeURIComponent("\u20ac"), () => [..."\u{1f600}abc"], () => new WeakRef({}), () => new WeakMap([[{}, 1]]), () => Array.from({ length: 20 }), () => Object.create({}, { a: { value: 1 } }), () => Reflect.ownKeys({ a: 1, [Symbol()]: 2 }), () => new RegExp("(?<a>x)|[a-z\u20ac]+", "v").exec("x"), () => new ArrayBuffer(8, { maxByteLength: 64 }).transfer(32), () => new Error("x", { cause: 1 }).stack, () => "x".repeat(999) + n, () => ({ ["k" + n]: 1 }), () => new Set([1, 2]).union(new Set([3])), () => new DOMException("a"), () => new DisposableStack().defer(() => {}), () => (1 / 3).toString(7), () => [1, [2, [3]]].flat(9)];
let failures = 0;
for (let i = 0; i < 600; i++) { brim(i >> 3); for (const f of work) { try { f(); } catch { failures++; } } }
n = 0; fill.length = 0;
return failures > 0;
