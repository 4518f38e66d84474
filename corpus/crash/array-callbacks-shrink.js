// expect: completed "alive"
// idea: every callback method while the array shrinks under it
for (const method of ["forEach", "map", "filter", "some", "every", "reduce", "reduceRight", "find", "findLast", "findIndex", "flatMap"]) {
  const list = Array.from({ length: 50 }, () => ({}));
  try { list[method](() => { list.length = 1; list.push({}, {}); return method === "every" ? true : false; }, 0); } catch {}
}
return "alive";
