// More calls than may be pending: the surplus is refused, the rest and later ones go through.
const calls = Array.from({ length: 24 }, (_, i) => ask(i * me));
const settled = await Promise.allSettled(calls);
const passed = settled.filter(({ status }) => status === "fulfilled").length;
const refused = settled.find(({ status }) => status === "rejected").reason;
await ask("room again");
const timers = [];
for (let i = 0; i < 40; i++) timers.push(new Promise((resolve) => setTimeout(resolve, i % 9, i)));
const waves = await Promise.all(timers);
const limited = async (jobs, most) => {
  const results = [], running = new Set();
  for (const [i, job] of jobs.entries()) {
    const one = job().then((v) => { results[i] = v; running.delete(one); });
    running.add(one);
    if (running.size >= most) await Promise.race(running);
  }
  await Promise.all(running);
  return results;
};
const pooled = await limited(Array.from({ length: 20 }, (_, i) => () => ask(i + me)), 5);
return { passed, message: refused.message, code: refused.code, waves: waves.reduce((a, b) => a + b), pooled };
