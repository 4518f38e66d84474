// Ends with an error of its own after it slept, thrown from depth.
const guard = async (work) => {
  try {
    return await work();
  } finally {
    text("guard left by " + me);
    await ask("last wish");
  }
};
function fail(kind) {
  const table = { t: () => null.field, r: () => undeclared, e: () => { throw new EvalError("own " + me, { cause: 1 }); } };
  return table[kind]();
}
await ask("calm");
const kinds = ["t", "r", "e"];
const kind = kinds[await ask(me % 3)];
await guard(async () => {
  await ask("inside");
  fail(kind);
});
