// expect: answer
// idea: quickjs-ng#432: clean-up callbacks register, unregister and drop the registry
let registries = Array.from({ length: 5 }, () => new FinalizationRegistry((held) => {
  registries[held % 5].unregister(held);
  registries[(held + 1) % 5] = new FinalizationRegistry(() => {});
  registries[held % 5].register({}, held);
}));
for (let i = 0; i < 2000; i++) { registries[i % 5].register({}, i, {}); if (i % 100 === 0) await null; }
return "alive";
