// Twenty thousand objects, thinned out and grown again between suspensions.
const heap = [];
for (let i = 0; i < 20000; i++) heap.push({ i, name: "n" + i, pair: [i, i ^ me] });
const sum = () => heap.reduce((total, item) => (total + item.pair[1] * 3 + item.name.length) % 1000000007, 0);
const sums = [sum()];
await ask("built");
heap.length = 12000;
for (let i = 0; i < heap.length; i += 7) heap[i].name = null, heap[i].name = "renamed" + i;
sums.push(sum());
await ask("thinned");
for (let i = 0; i < 3000; i++) heap.push({ i, name: "late" + me, pair: [0, i] });
const index = new Map(heap.map((item) => [item.name, item]));
sums.push(sum(), index.size);
await ask("grown");
heap.sort((a, b) => b.pair[1] - a.pair[1] || a.i - b.i);
return [sums, heap.length, heap[1], heap.at(-1), index.get("late" + me).i];
