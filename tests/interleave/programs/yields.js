// Many short suspensions of every kind in a row.
const log = [];
log.push(await yield_control());
log.push(await yield_control("reason " + me));
log.push(await yield_control({ progress: [1, me], nested: { done: false } }));
for (let i = 0; i < 12; i++) {
  const got = await (i % 3 === 0 ? yield_control(i) : i % 3 === 1 ? ask(i) : new Promise((resolve) => setTimeout(resolve, i, "t" + i)));
  log.push(typeof got === "object" ? got.reason : got);
}
const parallel = await Promise.all([yield_control("a"), ask("b"), yield_control("c")]);
const loop = {};
loop.loop = loop;
log.push((await yield_control(loop)).status, (await yield_control(10n)).reason);
return { log, parallel };
