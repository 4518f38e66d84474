// structuredClone of graphs, then both copies live on separately.
const cyclic = { me, list: [1, , 3], date: new Date(86400000 * me), big: 2n ** 80n, re: /x(?<n>y)/gi, nested: new Map([["k", new Set([1, "two"])]]) };
cyclic.self = cyclic;
cyclic.nested.set(cyclic, "key");
const bytes = new Uint8Array([1, 2, 3, me]);
cyclic.views = [bytes, bytes.subarray(1), new Float64Array([0.5])];
cyclic.error = new RangeError("kept", { cause: "reason" });
await ask("graph");
const copy = structuredClone(cyclic);
cyclic.list.push(4);
bytes[0] = 99;
await ask("copied");
const checks = [copy.self === copy, copy.nested.get(copy), copy.nested.get("k").has("two"), copy.list.length, 1 in copy.list, copy.views[0][0], copy.views[0].buffer === copy.views[1].buffer, copy.date.getTime(), String(copy.big), copy.re.flags];
const buffer = new ArrayBuffer(16);
new Uint8Array(buffer)[3] = me;
const moved = structuredClone({ buffer }, { transfer: [buffer] });
await ask("transferred");
const refused = [];
for (const bad of [() => 1, Symbol("s"), { deep: [() => 1] }, new WeakMap()]) {
  try { structuredClone(bad); } catch (error) { refused.push(error.name); }
}
const again = structuredClone(copy);
await ask("second copy");
return { checks, error: [copy.error.name, copy.error.message, copy.error instanceof RangeError], moved: [buffer.byteLength, moved.buffer.byteLength, new Uint8Array(moved.buffer)[3]], refused, again: again.self.nested.size, primitive: structuredClone("p" + me), boxed: typeof structuredClone(Object(1n)) };
