// expect: answer
// idea: a trap revokes its own proxy
const names = [];
for (const use of [(p) => p.x, (p) => Object.keys(p), (p) => "x" in p, (p) => JSON.stringify([p]), (p) => Array.isArray(p), (p) => new p(), (p) => p(), (p) => Object.getPrototypeOf(p), (p) => [].concat(p)]) {
  let revoke;
  const trap = () => { revoke(); return undefined; };
  const made = Proxy.revocable(function () {}, new Proxy({}, { get: trap }));
  revoke = made.revoke;
  try { use(made.proxy); names.push("ok"); } catch (error) { names.push(error.name); }
  try { use(made.proxy); } catch {}
}
return names.length;
