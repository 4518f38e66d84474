// expect: answer
// idea: quickjs-ng: non-mutating methods allocate and then read through getters that collect
const churn = () => { for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; } return 1; };
for (const [method, args] of [["with", [1, 9]], ["toReversed", []], ["toSpliced", [1, 1, 5]], ["toSorted", []]]) {
  const like = { length: 256 };
  for (const at of [0, 100, 255]) Object.defineProperty(like, at, { get: churn });
  Array.prototype[method].call(like, ...args);
}
return "alive";
