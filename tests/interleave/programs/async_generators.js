// Async generators that are suspended on either side, delegated to, thrown into and left early.
const log = [];
async function* source(name, count) {
  try {
    for (let i = 0; i < count; i++) {
      const sent = yield (await ask(name + i)) + me;
      if (sent) log.push(["sent", sent]);
    }
    return name + " done";
  } catch (error) {
    log.push(["caught", error.message]);
    yield await ask("rescue");
  } finally {
    log.push(["closing", name]);
    await ask("close " + name);
    log.push(["closed", name]);
  }
}
async function* both() {
  const result = yield* source("a", 2);
  log.push(result);
  yield* [ask("sync in async"), me];
  yield* source("b", 5);
}
const seen = [];
for await (const value of both()) {
  seen.push(value);
  if (value === "b1" + me) break;
}
const hand = source("c", 3);
seen.push(await hand.next(), await hand.next("hello"), await hand.throw(new Error("thrown in")), await hand.next());
const queued = source("d", 3);
const requests = [queued.next(), queued.next(1), queued.next(2), queued.return("early"), queued.next()];
seen.push(await Promise.all(requests));
return { seen, log };
