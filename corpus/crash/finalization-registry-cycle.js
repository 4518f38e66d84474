// expect: answer
// idea: quickjs-ng#1318: a registry that is part of a cycle with its target
const churn = () => { for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; } };
for (let i = 0; i < 10; i++) {
  let target = {};
  let registry = new FinalizationRegistry(() => {});
  registry.register(target, registry, target);
  registry.ref = target;
  target.ref = registry;
  target = registry = null;
  churn();
}
return "alive";
