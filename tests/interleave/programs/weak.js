// Weak references to what lives on, what died before and what dies between suspensions.
let strong = { me, again: null };
const ref = new WeakRef(strong);
const table = new WeakMap();
const marks = new WeakSet([strong]);
const registered = Symbol("weak key");
table.set(strong, { back: strong }).set(registered, "by symbol");
for (let i = 0; i < 200; i++) table.set({ i }, i);
const crowd = Array.from({ length: 50 }, (_, i) => ({ i }));
crowd.forEach((one, i) => table.set(one, { one, value: i * me }));
await ask("all in place");
const alive = [ref.deref() === strong, table.get(strong).back === ref.deref(), marks.has(strong), table.get(registered)];
const values = crowd.map((one) => table.get(one).value);
const doomed = (() => new WeakRef({ short: "life" }))();
await ask("one is gone");
const gone = doomed.deref();
crowd.length = 10;
await ask("crowd shrunk");
const left = crowd.map((one) => table.get(one).one === one);
table.delete(strong);
const deleted = [table.has(strong), marks.delete(strong), marks.has(strong)];
strong = null;
await ask("let go");
let thrown;
try {
  table.set(Symbol.for("shared"), 1);
} catch (error) {
  thrown = error.name;
}
const privates = new WeakMap();
class Vault { constructor(v) { privates.set(this, v); } open() { return privates.get(this); } }
const vault = new Vault(await ask("v" + me));
await ask("closed");
return { alive, values, gone: gone === undefined, left, deleted, after: ref.deref() === undefined, thrown, vault: vault.open() };
