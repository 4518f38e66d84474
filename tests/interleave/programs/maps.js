// Maps whose iterators are half way while entries come and go.
const map = new Map();
const keys = [NaN, -0, "s", Symbol("k"), {}, null, undefined, 2n ** 70n, () => 1, 1.5];
keys.forEach((key, i) => map.set(key, i * me));
for (let i = 0; i < 400; i++) map.set("n" + i, i);
const walk = map.entries();
for (let i = 0; i < 12; i++) walk.next();
const byKey = map.keys();
byKey.next();
await ask("two walkers");
for (let i = 0; i < 400; i += 2) map.delete("n" + i);
map.set("late", "x");
const next = walk.next().value;
await ask("one moved");
map.delete("n3");
const tail = [...walk];
const visited = [];
map.forEach((value, key) => {
  if (typeof key === "string" && key.length === 2) {
    visited.push(key);
    map.delete(key);
    if (visited.length < 30) map.set("z" + visited.length, value);
  }
});
await ask(map.size);
const found = keys.map((key) => map.get(key));
const grouped = Map.groupBy([1, 2, 3, 4, 5, me], (n) => (n % 2 ? keys[4] : keys[3]));
await ask("grouped");
const emptied = new Map([[1, 2], [3, 4]]);
const stuck = emptied.values();
stuck.next();
emptied.clear();
await ask("cleared under an iterator");
emptied.set(5, 6);
return [next, tail.length, tail.at(-1), visited, found, map.has(0), byKey.next().value, grouped.get(keys[4]), grouped.get(keys[3]), [...stuck], stuck.next().done];
