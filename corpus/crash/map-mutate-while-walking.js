// expect: completed "alive"
// idea: Map and Set change under forEach, iterators and set methods
const churn = (c) => { for (let i = 0; i < 100; i++) c.add ? c.add({ i }) : c.set({ i }, {}); c.clear(); };
for (const make of [() => new Set([{}, {}, {}]), () => new Map([[{}, {}], [{}, {}]])]) {
  let c = make(); c.forEach(() => churn(c));
  c = make(); let n = 0; for (const _ of c) { churn(c); if (n++ > 5) break; if (n === 1) for (let i = 0; i < 3; i++) c.add ? c.add(i) : c.set(i, i); }
  c = make(); const it = c.values(); it.next(); c.clear(); it.next(); it.next();
}
for (const method of ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"]) {
  const set = new Set([{}, {}, 1, 2, 3]);
  const like = { size: 3, has() { set.clear(); set.add({}); return true; }, keys() { set.clear(); return [1, {}, 2].values(); } };
  set[method](like);
  new Set([1])[method]({ size: 100, has: () => false, keys: () => ({ next() { set.clear(); return { done: set.size === 0, value: {} }; } }) });
}
return "alive";
