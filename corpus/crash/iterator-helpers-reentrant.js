// expect: answer
// idea: helpers that are driven from their own callbacks
const attempt = (f) => { try { f(); } catch {} };
for (const method of ["map", "filter", "flatMap", "take", "drop"]) {
  let it;
  const callback = (x) => { attempt(() => it.next()); attempt(() => it.return()); return method === "flatMap" ? [x, x] : x; };
  it = [1, 2, 3, 4].values()[method](method === "take" || method === "drop" ? { valueOf() { attempt(() => it?.return()); return 1; } } : callback);
  for (let i = 0; i < 6; i++) attempt(() => it.next());
  attempt(() => it.return());
}
return "alive";
