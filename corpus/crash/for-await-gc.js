// expect: completed 1225
// idea: quickjs-ng#1570: collection while for await holds an iterator on its stack
const churn = () => { for (let i = 0; i < 300; i++) { const a = { b: [] }; a.a = a; } };
let n = 0;
for await (const i of { [Symbol.asyncIterator]() { let i = 0; return { async next() { churn(); return { value: i, done: i++ >= 50 }; }, return() { churn(); return {}; } }; } }) { churn(); n += i; }
return n;
