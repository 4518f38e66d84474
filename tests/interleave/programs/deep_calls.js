// Runs out of stack in several ways, catches it, sleeps, and still has its whole stack.
const depth = (n) => { try { return depth(n + 1); } catch (error) { return [error.name, n > 50]; } };
const first = depth(0);
await ask("overflowed once");
const through = { get loop() { return this.loop; }, toString() { return `${this}`; }, valueOf() { return +this; } };
const ways = [() => through.loop, () => String(through), () => [1].map(function f() { return [1].map(f); }), () => { const list = [{ toString: () => list.join("") }]; return String(list); }, () => { const list = [0]; list[0] = { toString: () => list.map(String)[0] }; return list.map(String); }, () => new Proxy({}, { get(t, k, r) { return r[k]; } }).x];
const names = [];
for (const way of ways) {
  try { way(); names.push("none"); } catch (error) { names.push(error.name); }
  await ask(names.length);
}
const ackermann = (m, n) => (m === 0 ? n + 1 : n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)));
const value = ackermann(2, 5 + me);
const even = (n) => (n === 0 ? true : odd(n - 1)), odd = (n) => (n === 0 ? false : even(n - 1));
await ask("normal again");
const climb = async (n) => (n === 0 ? await ask("top of 150") : (await climb(n - 1)) + 0);
return { first, names, value, even: even(500 + me), again: depth(0), climbed: await climb(150) };
