// expect: completed "alive"
// idea: the comparator shrinks and frees what is being sorted
for (let at = 1; at < 30; at += 3) {
  const list = Array.from({ length: 64 }, (_, i) => ({ i: 63 - i }));
  let n = 0;
  list.sort((a, b) => { if (++n === at) { list.length = 0; list.push({}); } return a.i - b.i; });
}
return "alive";
