// Variables shared by several closures, one binding per loop round, a closure that outlives its maker.
const account = (balance) => ({
  pay: (n) => ((balance -= n), account.log.push(balance), balance),
  read: () => balance,
});
account.log = [];
const mine = account(100 + me);
const rounds = [];
for (let i = 0; i < 4; i++) rounds.push(async () => (i += await ask(me)));
mine.pay(await ask(3));
const first = await rounds[1]();
mine.pay(first);
const again = await rounds[1]();
const rest = [];
for (const round of rounds) rest.push(await round());
let late;
{
  let hidden = await ask("h" + me);
  late = { get: () => hidden, set: (v) => (hidden = v) };
}
const other = late.get;
late.set(other() + (await ask("!")));
const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x);
const chained = compose((x) => x * 2, (x) => x + me, await ask(1).then((n) => (x) => x - n));
await ask(0);
return [mine.read(), account.log, first, again, rest, other(), chained(10)];
