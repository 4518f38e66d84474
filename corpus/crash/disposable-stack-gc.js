// expect: answer
// idea: quickjs-ng#1564: a disposer collects garbage while the stack is half disposed
const churn = () => { for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; } };
for (let i = 0; i < 5; i++) {
  const stack = new DisposableStack();
  stack.adopt({}, churn);
  stack.use({ [Symbol.dispose]() {} });
  stack.defer(churn);
  stack.use({ [Symbol.dispose]() { throw 1; } });
  try { stack.dispose(); } catch {}
}
return "alive";
