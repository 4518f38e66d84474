// Own, shared and well-known symbols as keys and as behaviour.
const own = Symbol("own " + me);
const shared = Symbol.for("interleave." + me);
const thing = {
  [own]: 1,
  [shared]: 2,
  plain: 3,
  [Symbol.toPrimitive](hint) { return hint === "number" ? me * 10 : "prim-" + hint; },
  *[Symbol.iterator]() { yield* [me, own.description]; },
  get [Symbol.toStringTag]() { return "Thing"; },
  [Symbol.unscopables]: { hidden: true },
};
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } }
class Stack extends Array { static get [Symbol.species]() { return Array; } }
const spread = { length: 2, 0: "p", 1: "q", [Symbol.isConcatSpreadable]: true };
const finder = { [Symbol.split]: (s) => s.length, [Symbol.replace]: (s, r) => r + s, [Symbol.search]: () => me, [Symbol.match]: () => ["m"] };
await ask("made");
const before = [thing[own], thing[Symbol.for("interleave." + me)], +thing, `${thing}`, thing + "", [...thing], String(thing.toString())];
await ask("read");
delete thing[own];
thing[own] = await ask("put back");
const keys = Reflect.ownKeys(thing).map(String);
const stack = Stack.from([1, 2, 3]);
await ask("species");
const mapped = stack.map((x) => x * me);
return {
  before, keys, now: thing[own], key: Symbol.keyFor(shared), none: Symbol.keyFor(own) === undefined, same: own === Object.getOwnPropertySymbols(thing).at(-1),
  instance: [2 instanceof Even, 3 instanceof Even], species: [mapped instanceof Stack, mapped instanceof Array, stack instanceof Stack, mapped],
  concat: [0].concat(spread), text: ["abc".split(finder), "abc".replace(finder, "r"), "abc".search(finder), "abc".match(finder)], description: own.description, string: own.toString(),
};
