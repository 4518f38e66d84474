// all, any, race, allSettled over answers that come one by one; late losers must not disturb.
const late = [];
const slow = (v, ms) => ask(v).then((x) => new Promise((resolve) => setTimeout(() => { late.push(x); resolve(x); }, ms)));
const all = await Promise.all([ask(1), me, slow("s", 5), Promise.resolve("r"), (async () => ask(2))()]);
const settled = await Promise.allSettled([ask("ok"), refuse("no " + me), slow("later", 2), Promise.reject(me)]);
const any = await Promise.any([refuse("x"), slow("any", 9), slow("any", 9)]);
const race = await Promise.race([new Promise(() => {}), slow("same", 50), slow("same", 50)]);
let failed;
try { await Promise.all([ask("fine"), refuse("first to fail"), slow("ignored", 80)]); } catch (error) { failed = error.message; }
await ask("after the failure");
const nested = await Promise.all([Promise.all([ask("a"), ask("b")]), Promise.race([ask("c")]), Promise.any([Promise.reject(1), ask("d")])]);
const tried = await Promise.try(async (n) => (await ask(n)) + me, 4);
const { promise, resolve } = Promise.withResolvers();
const waiting = Promise.all(Array.from({ length: 5 }, () => promise.then((v) => v + me)));
await ask("five wait on one");
resolve(await ask(10));
const waves = [];
for (let wave = 0; wave < 3; wave++) waves.push((await Promise.all(Array.from({ length: 8 }, (_, i) => ask(wave * 8 + i)))).reduce((a, b) => a + b));
const empty = [await Promise.all([]), (await Promise.allSettled([])).length, await Promise.any([]).catch((error) => error.errors.length)];
await new Promise((done) => setTimeout(done, 500));
return { all, settled: settled.map(({ status, value, reason }) => [status, value ?? reason?.message ?? reason]), any, race, failed, nested, tried, waiting: await waiting, waves, empty, late: late.sort() };
