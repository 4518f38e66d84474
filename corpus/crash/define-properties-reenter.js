// expect: answer
// idea: descriptors whose fields are getters that redefine
const target = {};
const evil = (key) => ({ get value() { delete target[key]; Object.defineProperty(target, key, { get() { return 1; }, configurable: true }); return {}; }, get configurable() { for (let i = 0; i < 100; i++) target["x" + i] = i; return true; } });
Object.defineProperties(target, { a: evil("a"), b: evil("b"), a2: evil("a") });
return Object.keys(target).length;
