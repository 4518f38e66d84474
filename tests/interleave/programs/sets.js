// Set algebra, and sets that change under their iterators.
const evens = new Set(Array.from({ length: 60 }, (_, i) => i * 2));
const threes = new Set(Array.from({ length: 60 }, (_, i) => i * 3 + me - me));
const walk = evens.values();
walk.next();
const total = (set) => [...set].reduce((a, b) => a + b, 0);
await ask("before algebra");
const shapes = [evens.union(threes), evens.intersection(threes), evens.difference(threes), evens.symmetricDifference(threes)];
await ask("after algebra");
const sums = shapes.map((set) => [set.size, total(set)]);
const relations = [evens.isSubsetOf(shapes[0]), shapes[1].isSupersetOf(evens), evens.isDisjointFrom(new Set([1, 3]))];
evens.delete(2);
evens.add(2);
const step = walk.next().value;
await ask(step);
const like = { size: 2, has: (v) => v === 4 || v === me, keys: () => [4, me].values() };
const mixed = [...new Set([me, 4, 5]).intersection(like)];
const objects = new Set([me, {}, [], me, "a", "a", NaN, NaN]);
await ask(objects.size);
const chained = new Set([1]);
const grown = [];
for (const n of chained) {
  grown.push(n);
  if (n < 20 + me) chained.add(n + 1);
  if (n % 5 === 0) await ask(n);
}
return { sums, relations, step, mixed, size: objects.size, last: [...walk].at(-1), grown: grown.length };
