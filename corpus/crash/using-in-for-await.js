// expect: answer
// idea: quickjs-ng#1570 (open): a running async function's operand stack is not marked
const churn = () => { for (let i = 0; i < 20000; i++) { const a = { b: [] }; a.a = a; } };
const run = new Function("churn", `return (async () => {
  async function* source() { for (let i = 0; i < 20; i++) yield { i, [Symbol.dispose]() { churn(); } }; }
  let n = 0;
  for await (using item of source()) { churn(); n += item.i; }
  return n;
})()`);
return await run(churn);
