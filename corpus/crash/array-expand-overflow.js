// expect: answer
// idea: quickjs-ng#1468: growth of a fast array past 2^31 elements
const out = [];
for (const n of [0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]) {
  const list = [1, 2, 3];
  try { list.length = n; list.push(4); out.push(list.length); } catch (error) { out.push(error.name); }
  try { list.unshift(1); } catch {}
  try { list.splice(2, 0, 1, 2, 3); } catch {}
}
return out;
