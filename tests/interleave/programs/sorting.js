// Sorts with comparators that carry state, one that suspends, one that gives up half way.
const data = Array.from({ length: 60 }, (_, i) => ({ key: (i * 17 + me * 5) % 13, i }));
let compared = 0;
const counting = (a, b) => (compared++, a.key - b.key);
const stable = data.toSorted(counting);
const first = compared;
await ask("sorted once");
data.sort(counting);
const same = stable.every((item, i) => item === data[i]) && compared === 2 * first;
const merge = async (list) => {
  if (list.length < 2) return list;
  const middle = list.length >> 1;
  const [left, right] = [await merge(list.slice(0, middle)), await merge(list.slice(middle))];
  const out = [];
  while (left.length && right.length) out.push((await less(right[0], left[0])) ? right.shift() : left.shift());
  return out.concat(left, right);
};
let asked = 0;
const less = async (a, b) => (++asked % 5 === 0 ? await ask(a < b) : a < b);
const merged = await merge([5, 3, 9, 1, me, 7, 7, 2, 8, 0]);
const partly = [4, 2, 5, 1, 3];
let stopped, budget = 3;
try { partly.sort((a, b) => { if (--budget < 0) throw new RangeError("enough"); return a - b; }); } catch (error) { stopped = error.message; }
await ask(partly.length);
const steps = function* (list) { for (let i = 0; i < list.length; i++) for (let j = i; j > 0 && list[j - 1] > list[j]; j--) { [list[j - 1], list[j]] = [list[j], list[j - 1]]; yield [...list]; } };
const bubble = [3, 1, 2, me, 0];
const walk = steps(bubble);
walk.next();
await ask("sort parked between two swaps");
const swaps = [...walk].length;
const mixed = [undefined, "b", 10, 9, null, , "a", me].sort();
const random = [3, 1, 2].sort(() => 0);
await ask("odd comparators");
return { first, same, order: data.map(({ key, i }) => key * 100 + i), merged, asked, stopped, bubble, swaps, mixed, holes: mixed.length, random, typed: new Float32Array([3, -0, 0, NaN, -1]).sort().join() };
