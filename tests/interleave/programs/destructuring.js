// Patterns whose defaults and keys are computed with suspensions in between.
const log = [];
const note = (x) => (log.push(x), x);
const { a = note("default a"), b: { c = await ask(me), ...rest } = {}, [note("key" + me)]: dynamic = 5 } = await ask({ b: { d: 1, e: 2 }, ["key" + me]: null });
const [x, , y = await ask("y"), ...[z = note("z"), ...more]] = await ask([1, 2, undefined, undefined, 5, 6]);
await ask("assigned");
const target = { list: [] };
[target.first, target["se" + "cond"] = await ask("second"), ...target.list] = function* () { note("open"); try { yield 1; yield undefined; yield 3; yield me; } finally { note("close"); } }();
let left = 1, right = me;
[left, right] = [right, left + (await ask(1))];
const closing = { [Symbol.iterator]: () => ({ next: () => ({ value: note("next"), done: false }), return: () => (note("returned"), {}) }) };
const [p, q] = closing;
await ask("closed by pattern");
const f = async ({ n = 1, ...others } = {}, [head, ...tail] = [7, 8], ...args) => [n, others, head, tail, args, await ask(n)];
const results = [await f(), await f({ n: me, extra: true }, "héllo", 1, 2)];
const swap = ({ length }) => length;
let failed;
try { const { deep: { er } } = {}; } catch (error) { failed = error.name; }
const entries = [];
for (const [key, { v, w = key }] of Object.entries({ one: { v: 1 }, two: { v: 2, w: me } })) { await ask(key); entries.push([key, v, w]); }
const logical = { n: null, z: 0, s: "s" };
logical.n ??= await ask("filled");
logical.z ||= me;
logical.s &&= logical.s + me;
return { a, c, rest, dynamic, x, y, z, more, target, left, right, p, q, results, swap: swap("four"), failed, entries, logical, log };
