// expect: completed "alive"
// idea: getters delete and add properties while they are copied
const source = {};
for (let i = 0; i < 200; i++) Object.defineProperty(source, "k" + i, { enumerable: true, configurable: true, get() { for (let j = 0; j < 200; j++) delete source["k" + j]; source["n" + i] = {}; return {}; } });
Object.assign({}, source); ({ ...source }); Object.entries(source); Object.values(source); JSON.stringify(source); structuredClone(source);
return "alive";
