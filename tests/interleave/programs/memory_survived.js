// Runs into the heap limit, catches it, lets go, and goes on as if nothing had been.
const before = { table: new Map(Array.from({ length: 100 }, (_, i) => ["k" + i, { i }])), text: "kept".repeat(50) };
// With no memory for the error either, the engine throws null.
const isShortage = (error) => error === null || error.name === "InternalError";
const fill = (make) => {
  const hoard = [];
  try { for (;;) hoard.push(make(hoard.length)); } catch (error) { return [isShortage(error), hoard.length > 5]; }
};
const strings = fill((n) => "s".repeat(100000) + n);
await ask("survived strings");
const objects = fill((n) => Array.from({ length: 1000 }, (_, i) => ({ n, i })));
const buffers = fill(() => new Uint8Array(1 << 20).fill(me));
await ask("survived objects and buffers");
let doubled;
try { let list = [me]; for (;;) list = list.concat(list); } catch (error) { doubled = isShortage(error); }
await ask("survived doubling");
const after = Array.from({ length: 2000 }, (_, i) => ({ i, s: "v" + i }));
await ask(after.length);
return { strings, objects, buffers, doubled, sum: after.reduce((a, { i, s }) => a + i + s.length, 0), before: [before.table.get("k" + (90 + (me % 10))).i, before.text.length, before.table.size] };
