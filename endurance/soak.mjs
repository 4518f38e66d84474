// 100,000 execs, 20,000 suspensions, 5,000 aborts and 5,000 expiries in one process; memory must stay flat.

import { agentRun, check, many, memory, scale, scaled, sleep } from "./support.mjs";

/** MiB by which resident memory may grow from a phase's middle to its end. */
const GROWTH = scale >= 0.5 ? 8 : 24;

const mixed = [
  ["return 1 + 1", 2],
  ["const n: number = 20; enum E { A = 1 } return n + E.A", 21, "typescript"],
  ["return (await tools.echo({ a: 1 })).result.details.a", 1],
  ["return (await Promise.all([1, 2, 3].map((n) => tools.echo({ n })))).length", 3],
  ["text('x'.repeat(2000)); json({ a: [1, 2] }); return ALL_TOOLS.length", 4],
  ["try { await tools.broken({}) } catch (e) { return e.message }", "broken"],
  ["return (await tools.search('answers')).length > 0", true],
  ["const m = new Map(); for (let i = 0; i < 500; i++) m.set('k' + i, { i }); return m.size", 500],
  ["return await new Promise((r) => setTimeout(() => r('timer'), 1))", "timer"],
  ["return 'z'.repeat(20000).length + new Uint8Array(1 << 18).length", 20000 + (1 << 18)],
];

async function execs(count, progress) {
  const run = agentRun();
  await many(count, 8, async (i) => {
    const [code, value, language] = mixed[i % mixed.length];
    const result = await run.exec(code, undefined, language);
    check(result.status === "completed" && result.value === value, result);
    progress(i);
  });
  await run.runtime.close();
}

async function suspensions(count, progress) {
  const run = agentRun({ options: { inlineWaitMs: 1 } });
  // More at once than there are slots, so that most are saved, displaced and restored.
  await many(count, 150, async (i) => {
    const slow = i % 3 === 0;
    const code = slow
      ? `const kept = { i: ${i} }; await tools.soon({}); return kept.i`
      : `const kept = [${i}, 'x'.repeat(${i % 500})]; const f = () => kept[0]; await yield_control('go on'); return f()`;
    let result = await run.exec(code);
    check(slow || result.status === "waiting", result);
    while (result.status === "waiting") {
      await sleep(i % 7);
      result = await run.wait(result.runId);
    }
    check(result.status === "completed" && result.value === i, result);
    progress(i);
  });
  const { suspendedRuns, activeRuns, suspendedBytes } = run.runtime.stats();
  check(suspendedRuns === 0 && activeRuns === 0 && suspendedBytes === 0, run.runtime.stats());
  await run.runtime.close();
}

async function aborts(count, progress) {
  const run = agentRun();
  await many(count, 16, async (i) => {
    const controller = new AbortController();
    const code = ["for (;;);", "await tools.never()", "await new Promise((r) => setTimeout(r, 60000))", "return String(7n ** 60000n).length"][i % 4];
    const pending = run.exec(code, { signal: controller.signal });
    await sleep(i % 4);
    controller.abort();
    const result = await pending;
    check(result.status === "failed" ? result.code === "aborted" : i % 4 === 3, result);
    progress(i);
  });
  check(run.runtime.stats().activeRuns === 0, run.runtime.stats());
  await run.runtime.close();
}

async function expiries(count, progress) {
  const batch = Math.min(count, 1000);
  const run = agentRun({ config: { snapshotTtlSeconds: 1 } });
  for (let done = 0; done < count; done += batch) {
    let last;
    await many(batch, 16, async (i) => {
      const result = await run.exec(`globalThis.kept = 'y'.repeat(${i}); await yield_control()`);
      check(result.status === "waiting", result);
      last = result.runId;
    });
    await sleep(1300);
    check(run.runtime.stats().suspendedRuns === 0, run.runtime.stats());
    const late = await run.wait(last);
    check(late.status === "failed", late);
    progress(done + batch - 1);
  }
  check(run.runtime.stats().expired >= count, run.runtime.stats());
  await run.runtime.close();
}

const phases = [
  ["execs", execs, 100_000],
  ["suspensions", suspensions, 20_000],
  ["aborts", aborts, 5_000],
  ["expiries", expiries, 5_000],
];

// Everything that is made once is made here: threads, slots, compiled code.
for (const [, phase] of phases) await phase(scaled(2000) > 500 ? 1000 : 200, () => {});

let grown = 0;
console.log("phase        count     s      per s   RSS MiB: begin  middle  end    most   JS heap MiB: begin  end");
for (const [name, phase, full] of phases) {
  const count = scaled(full);
  const begin = memory();
  const started = performance.now();
  let most = begin.rss;
  let middle;
  await phase(count, (i) => {
    if (!middle && i >= count >> 1) middle = memory();
    if (i % 512 === 0) most = Math.max(most, process.memoryUsage.rss() / 2 ** 20);
  });
  const seconds = (performance.now() - started) / 1000;
  await sleep(300);
  const end = memory();
  middle ??= begin;
  const row = [name.padEnd(12), String(count).padEnd(9), seconds.toFixed(1).padEnd(6), String(Math.round(count / seconds)).padEnd(7)];
  console.log(...row, "             ", begin.rss, " ", middle.rss, " ", end.rss, " ", most.toFixed(1), "              ", begin.heap, " ", end.heap);
  if (end.rss - Math.max(middle.rss, begin.rss) > GROWTH) {
    console.log(`${name}: resident memory grew by ${(end.rss - middle.rss).toFixed(1)} MiB in its second half`);
    grown++;
  }
}
process.exitCode = grown ? 1 : 0;
