// expect: answer
// idea: quickjs-ng#1352: a WeakMap value holds the registry, a symbol is the key
for (let i = 0; i < 100; i++) {
  let key = Symbol("key");
  const map = new WeakMap();
  let registry = new FinalizationRegistry(() => {});
  registry.register(key, 1);
  map.set(key, registry);
  registry = key = null;
}
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
