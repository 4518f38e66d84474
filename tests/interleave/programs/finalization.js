// Callbacks for objects that die before, between and after suspensions; tokens that take them back.
const heard = [];
const registry = new FinalizationRegistry((held) => heard.push(held));
const token = {};
const kept = { name: "kept" };
registry.register({}, "at once " + me);
registry.register(kept, "kept");
let later = { name: "later" };
registry.register(later, { deep: ["later", me] }, token);
let withdrawn = {};
registry.register(withdrawn, "never heard", token);
await ask("first");
const early = heard.slice();
later = null;
await ask("second");
const middle = heard.length;
const had = registry.unregister(token);
withdrawn = null;
await ask("third");
(() => {
  for (let i = 0; i < 20; i++) registry.register([i], i);
})();
await ask("fourth");
const own = new FinalizationRegistry(async (n) => heard.push("async " + (await ask(n))));
own.register({}, me);
await ask("fifth");
await ask("sixth");
return { early, middle, had, heard, kept: kept.name, none: registry.unregister({}) };
