// expect: completed "alive"
// idea: setters and getters at indexes of Array.prototype, while builtins append
for (const at of [0, 1, 5]) Object.defineProperty(Array.prototype, at, { configurable: true, get() { return 1; }, set() { for (let i = 0; i < 500; i++) { const a = {}; a.a = a; } } });
"a-b-c".split("-"); [3, 1].concat([2]); Object.keys({ a: 1 }); JSON.parse("[1,2,3]"); /(a)(b)/.exec("ab"); Array.from("abc");
new Set([1]).union(new Set([2])); Object.entries({ a: 1 }); [..."abc"]; JSON.stringify([[1]]);
for (const at of [0, 1, 5]) delete Array.prototype[at];
return "alive";
