// Everything a cell can print, before, between and after suspensions.
text("start " + me);
text({ object: [1, undefined, null], date: new Date(0) });
console.log("%s is %d, %i, %j %% %c|", "format", 4.5, 7.9, { me }, "css", "extra", [1, 2]);
await ask("printed");
json({ n: me, nested: { list: [true, NaN, -0] } });
console.error(new TypeError("shown " + me));
console.warn(undefined, null, Symbol("sym"), 10n, () => 1, "plain");
const saved = { log: console.log, text };
await ask("saved the functions");
saved.log("still here", { a: { b: { c: 1 } } });
saved.text("übergröße 😀 \u2028 \" \\ \n tab\t");
console.info();
console.debug("", "a");
for (let i = 0; i < 20; i++) {
  text("line " + i);
  if (i % 7 === 0) await ask(i);
}
json(new Uint8Array([1, 2, me]));
json([Promise.resolve(1), new Map([[1, 2]]), /re/g, Infinity]);
text(await ask("last"));
return { undefined: undefined, nested: [undefined, () => 1, Symbol("x")], number: -0, text: "end", when: new Date(me), bytes: new Uint16Array([1, 500]) };
