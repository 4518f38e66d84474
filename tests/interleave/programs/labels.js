// Jumps out of nested loops, through finally blocks, over suspensions.
const log = [];
outer: for (let i = 0; i < 5; i++) {
  inner: for (const j of [1, 2, 3, 4]) {
    try {
      if (j === 2 && i % 2) continue outer;
      if (j === 4) break inner;
      if (i === 4) break outer;
      log.push(i * 10 + (await ask(j)) * me);
    } finally {
      log.push("f" + i + j);
      if (i === 2) await ask("slow finally");
    }
  }
  log.push("end" + i);
}
block: {
  log.push("in block");
  if ((await ask(me)) === me) break block;
  log.push("unreachable");
}
const pick = async (n) => {
  switch (await ask(n)) {
    default: log.push("default");
    case 1: log.push("one");
    case 2: { let scoped = await ask("two"); log.push(scoped); break; }
    case "3": return "three";
    case 4: try { return "four"; } finally { log.push("before four"); await ask("four"); }
  }
  return n;
};
const picked = [await pick(1), await pick(9), await pick("3"), await pick(4)];
const override = async () => { for (;;) { try { return await ask("lost"); } finally { break; } } return "kept" + me; };
let spins = 0;
do { spins++; if (spins === 3) continue; if ((await ask(spins)) > 5) break; } while (spins < 10);
const keys = [];
for (const key in { a: 1, b: 2, __proto__: { c: 3 } }) { await ask(key); keys.push(key); }
const collected = [];
for (let i = 0, n = await ask(3); i < n; i += 1) collected.push(() => i);
return { log, picked, override: await override(), spins, keys, collected: collected.map((f) => f()) };
