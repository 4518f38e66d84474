// Plain generators parked inside try, catch and finally while the cell sleeps.
const log = [];
function* nested(depth) {
  try {
    log.push("in" + depth);
    if (depth > 0) yield* nested(depth - 1);
    const got = yield depth * me;
    log.push(got);
    throw new Error("own" + depth);
  } catch (error) {
    yield "caught " + error.message;
  } finally {
    log.push("out" + depth);
    yield "finally" + depth;
  }
  return "end" + depth;
}
const machines = [0, 1, 2].map((n) => nested(n));
const out = [];
for (let round = 0; round < 5; round++) {
  for (const machine of machines) out.push(machine.next(round));
  await ask(round);
}
const parked = nested(1);
parked.next();
await ask("parked in try");
out.push(parked.return("given"));
await ask("parked in finally");
out.push(parked.next(), parked.next(), parked.next());
const fibonacci = (function* () {
  let [a, b] = [0n, 1n];
  for (;;) {
    const reset = yield a;
    [a, b] = reset ? [0n, 1n] : [b, a + b];
  }
})();
for (let i = 0; i < 90; i++) fibonacci.next();
await ask("mid fibonacci");
out.push(String(fibonacci.next().value), String(fibonacci.next(true).value), String(fibonacci.next().value));
return { out, log, spread: [...(function* () { yield* "añ😀"; })()] };
