// Template objects keep their identity per call site, also over a suspension.
const seen = new Map();
const tag = (strings, ...values) => {
  seen.set(strings, (seen.get(strings) ?? 0) + 1);
  return { strings, values, raw: strings.raw };
};
const site = (v) => tag`a${v}b\n${v + me}c`;
const one = site(1);
await ask("tagged once");
const two = site(2);
const other = tag`a${1}b\n${2}c`;
await ask("tagged twice");
const frozen = [Object.isFrozen(one.strings), Object.isFrozen(one.raw), one.strings === two.strings, one.strings === other.strings];
const curried = (s) => (...v) => (t) => (...w) => s.join("|") + v + t.join("/") + w;
const chain = curried`x${1}y`(me)`p${2}q`;
await ask("curried");
const built = `${await ask("left")} ${`nested ${await ask(me)} deep`} ${await ask("right")}`;
const invalid = ((strings) => [strings[0] === undefined, strings.raw[0]])`\unicode and \xerxes`;
const object = { name: "o" + me, tag(strings) { return this.name + strings[0]; } };
await ask("method");
return { values: two.values, raw: one.raw, frozen, counts: [...seen.values()], chain: chain(3), built, invalid, method: object.tag`!`, multi: `line
${me}` };
