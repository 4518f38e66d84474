// Timers that are set, fire, take each other back and outlive suspensions.
const log = [];
const sleep = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
setTimeout(() => log.push("late"), 500);
setTimeout((...args) => log.push(args), 30, "args", me, { deep: true });
const doomed = setTimeout(() => log.push("never"), 40);
setTimeout(() => { clearTimeout(doomed); log.push("killed"); }, 20);
log.push(await sleep(10, "slept"));
const answered = await ask("between timers");
const raced = await Promise.race([sleep(50, "slow"), sleep(25, "fast")]);
let ticks = 0;
await new Promise((resolve) => {
  const tick = () => (++ticks === 4 + (me % 3) ? resolve() : setTimeout(tick, ticks));
  setTimeout(tick);
});
await ask(ticks);
const ids = [setTimeout(() => {}, 1), setTimeout(() => {}, 1)];
ids.forEach(clearTimeout);
clearTimeout("nothing");
await sleep(0);
const interleaved = await Promise.all([sleep(3, "c"), ask("b"), sleep(1, "a")]);
await sleep(1000);
return { log, answered, raced, ticks, rising: ids[1] > ids[0], interleaved };
