// The rows of the table: what each of them runs, for us and for the peers, and what is to be reached.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { agentRun } from "./ours.mjs";
import { interleave, loopDelayOf, now, rateOf, summarize } from "./statistics.mjs";
import { catalogOf, nop } from "./tools.mjs";
import { begin, compile, resume, runPlain, runWithTools, yielded } from "./wasi.mjs";
import { beginInWorker, resumeInWorker, runInWorkers } from "./worker-peer.mjs";

const CALL = `tools.call("NOP", { a: 1 })`;
const PROGRAMS = {
  plain: "return 1+1",
  typescript: "const one: number = 1; return (one as number) + 1",
  one: `return (await ${CALL}) !== undefined`,
  parallel: `return (await Promise.all(Array.from({ length: 16 }, () => ${CALL}))).length`,
  sequential: `let n = 0; for (let i = 0; i < 100; i++) { await ${CALL}; n++; } return n`,
  yielding: `const n = 7; const { reason } = await yield_control("later"); return reason + n`,
  search: `const [first] = await tools.search("create github issue"); return first.name`,
};
const forUs = (program) => program.replaceAll("NOP", "openclaw:core:nop");
const forPeers = (program) => program.replaceAll("NOP", "nop");

/** Runs `run` and holds it to its result. */
function checked(expected, run) {
  return async () => {
    const value = await run();
    if (value !== expected) throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(value)}`);
  };
}

/** Everything that the rows share. */
export async function prepare() {
  const wasm = await compile();
  return { wasm, peerTools: new Map([[nop.name, nop]]), run: agentRun([nop], { limits: { maxPendingToolCalls: 16 } }) };
}

/**
 * Rows in the order of the table. `measure(shared, rounds)` gives the figures per lane; `lanes` says
 * how they are to be read: `ms` and `KiB` are summaries or numbers, `/s` is a rate.
 */
export const ROWS = [
  {
    id: "exec",
    title: "exec `return 1+1`",
    unit: "ms",
    target: { text: "≤ 0.05 VM, aim 0.05 ms", inVms: 0.05 },
    measure: ({ run, wasm, peerTools }, progress) =>
      interleave(
        {
          ours: { run: checked(2, () => run.value(PROGRAMS.plain)), block: 100, warm: 1000 },
          vm: { run: checked(2, () => runPlain(wasm, PROGRAMS.plain)), block: 10, warm: 100 },
          worker: { run: checked(2, () => runInWorkers(wasm, PROGRAMS.plain, peerTools)), block: 4, warm: 3, every: 4 },
        },
        { rounds: 20, onRound: progress },
      ),
  },
  {
    id: "typescript",
    title: "the same in TypeScript",
    note: "the peers have no TypeScript: their JavaScript cell",
    unit: "ms",
    measure: ({ run, wasm, peerTools }, progress) =>
      interleave(
        {
          ours: { run: checked(2, () => run.value(PROGRAMS.typescript, "typescript")), block: 100, warm: 500 },
          vm: { run: checked(2, () => runPlain(wasm, PROGRAMS.plain)), block: 10, warm: 10 },
          worker: { run: checked(2, () => runInWorkers(wasm, PROGRAMS.plain, peerTools)), block: 3, warm: 1, every: 4 },
        },
        { rounds: 12, onRound: progress },
      ),
  },
  nested("one", "one nested call", true, { ours: 100, vm: 10, worker: 3, every: 4, rounds: 12 }),
  nested("parallel", "16 calls in parallel", 16, { ours: 50, vm: 10, worker: 3, every: 4, rounds: 12 }),
  nested("sequential", "100 calls in sequence", 100, { ours: 20, vm: 8, worker: 1, every: 6, rounds: 12 }, { text: "≤ 3 VM, aim 2.5 ms", inVms: 3 }),
  {
    id: "yield",
    title: "exec leg of a yield",
    unit: "ms",
    measure: async (shared, progress) => {
      const legs = await yieldLegs(shared, progress);
      shared.waitLegs = legs.wait;
      return legs.exec;
    },
  },
  {
    id: "wait",
    title: "wait leg",
    unit: "ms",
    target: { text: "≤ 0.08 VM, aim 0.06 ms", inVms: 0.08 },
    measure: async (shared) => shared.waitLegs,
  },
  {
    id: "catalog-build",
    title: "5,000 tools: build the catalog",
    unit: "ms",
    measure: async ({ run }) => {
      const samples = [];
      for (let i = 0; i < 5; i += 1) {
        const tools = catalogOf(5000);
        const started = now();
        agentRun(tools, { runtime: run.runtime });
        samples.push(now() - started);
      }
      return { ours: summarize(samples) };
    },
  },
  {
    id: "catalog-first",
    title: "5,000 tools: first search after that",
    unit: "ms",
    measure: async ({ run }) => {
      const samples = [];
      for (let i = 0; i < 5; i += 1) {
        const big = agentRun(catalogOf(5000), { runtime: run.runtime });
        const started = now();
        await search(big)();
        samples.push(now() - started);
      }
      return { ours: summarize(samples) };
    },
  },
  {
    id: "catalog-exec",
    title: "5,000 tools: exec `return 1+1`",
    unit: "ms",
    target: { text: "≤ 1.5 × exec with one tool", reached: ({ ours, one }) => ours.median <= 1.5 * one.median, figure: ({ ours, one }) => `${(ours.median / one.median).toFixed(2)} ×` },
    measure: async (shared, progress) => {
      const { run, wasm } = shared;
      shared.big = agentRun(catalogOf(5000), { runtime: run.runtime });
      const globals = JSON.stringify(catalogOf(5000).map(({ name, label, description }) => ({ id: `openclaw:core:${name}`, name, label, description, source: "openclaw", sourceName: "core" })));
      return interleave(
        {
          ours: { run: checked(2, () => shared.big.value(PROGRAMS.plain)), block: 100, warm: 500 },
          one: { run: checked(2, () => run.value(PROGRAMS.plain)), block: 100, warm: 100 },
          vm: { run: checked(2, async () => (await begin(wasm, PROGRAMS.plain, globals)).value), block: 2, warm: 2 },
        },
        { rounds: 12, onRound: progress },
      );
    },
  },
  {
    id: "catalog-search",
    title: "5,000 tools: exec with one search",
    unit: "ms",
    target: { text: "≤ 1 VM", inVms: 1 },
    measure: ({ big }, progress) => interleave({ ours: { run: search(big), block: 50, warm: 50 } }, { rounds: 6, onRound: progress }),
  },
  {
    id: "parked",
    title: "memory per parked cell (resident)",
    note: "2,000 cells of ours, 150 of the peer",
    unit: "KiB",
    target: { text: "≤ 16 KiB, aim 12", reached: ({ ours }) => ours.median <= 16 },
    measure: async (shared) => {
      const [ours, vm] = [await child("memory.mjs", "ours", "2000"), await child("memory.mjs", "wasi", "150")];
      shared.snapshots = { ours: single(ours.snapshotEach / 1024), vm: single(vm.snapshotEach / 1024) };
      return { ours: single(ours.rssEach / 1024), vm: single(vm.rssEach / 1024) };
    },
  },
  {
    id: "snapshot",
    title: "snapshot of a parked cell",
    unit: "KiB",
    measure: async ({ snapshots }) => snapshots,
  },
  {
    id: "rate",
    title: "eight at once, `return 1+1`",
    unit: "/s",
    target: { text: "≥ 30,000 /s", reached: ({ ours }) => ours.median >= 30_000 },
    measure: async (shared, progress) => {
      const { run, wasm, peerTools } = shared;
      const lanes = {
        ours: checked(2, () => run.value(PROGRAMS.plain)),
        vm: checked(2, async () => {
          const value = await runPlain(wasm, PROGRAMS.plain);
          // It works on the event loop: let the loop turn after each cell, as a server would.
          await new Promise(setImmediate);
          return value;
        }),
        worker: checked(2, () => runInWorkers(wasm, PROGRAMS.plain, peerTools)),
      };
      const rates = { ours: [], vm: [], worker: [] };
      const delays = { ours: [], vm: [], worker: [] };
      for (let round = 0; round < 3; round += 1) {
        progress(round, 3);
        for (const [name, lane] of Object.entries(lanes)) {
          const { value, max } = await loopDelayOf(() => rateOf(lane, 8, 1500));
          rates[name].push(value);
          delays[name].push(max);
        }
      }
      const figures = (of) => Object.fromEntries(Object.entries(of).map(([name, samples]) => [name, summarize(samples)]));
      shared.delays = figures(delays);
      return figures(rates);
    },
  },
  {
    id: "delay",
    title: "longest event-loop delay meanwhile",
    unit: "ms",
    target: { text: "≤ 50 ms", reached: ({ ours }) => ours.max <= 50, figure: ({ ours }) => `max ${ours.max.toFixed(1)} ms` },
    measure: async ({ delays }) => delays,
  },
  {
    id: "first",
    title: "first cell, import included",
    unit: "ms",
    measure: async (_shared, progress) => {
      const samples = { ours: [], vm: [] };
      for (let round = 0; round < 7; round += 1) {
        progress(round, 7);
        samples.ours.push((await child("first-cell.mjs", "ours")).totalMs);
        samples.vm.push((await child("first-cell.mjs", "wasi")).totalMs);
      }
      return { ours: summarize(samples.ours), vm: summarize(samples.vm) };
    },
  },
];

function nested(id, title, expected, { ours, vm, worker, every, rounds }, target) {
  return {
    id,
    title,
    unit: "ms",
    target,
    measure: ({ run, wasm, peerTools }, progress) =>
      interleave(
        {
          ours: { run: checked(expected, () => run.value(forUs(PROGRAMS[id]))), block: ours, warm: ours * 3 },
          vm: { run: checked(expected, () => runWithTools(wasm, forPeers(PROGRAMS[id]), peerTools)), block: vm, warm: 20 },
          worker: { run: checked(expected, () => runInWorkers(wasm, forPeers(PROGRAMS[id]), peerTools)), block: worker, every },
        },
        { rounds, onRound: progress },
      ),
  };
}

const search = (run) =>
  async () => {
    const found = await run.value(PROGRAMS.search);
    if (!/^github_create_issue_/.test(found)) throw new Error(`the search found ${JSON.stringify(found)}`);
  };

/** Both legs of a cell that yields once, timed one by one. */
async function yieldLegs({ run, wasm }, progress) {
  const answersOf = (leg) => leg.requests.map((request) => [request.id, yielded(request)]);
  const lanes = {
    ours: { block: 50, every: 1, park: () => run.park(PROGRAMS.yielding), go: (runId) => run.resume(runId) },
    vm: { block: 5, every: 1, park: () => begin(wasm, PROGRAMS.yielding), go: async (leg) => (await resume(wasm, leg.snapshot, answersOf(leg))).value },
    worker: { block: 3, every: 5, park: () => beginInWorker(wasm, PROGRAMS.yielding), go: async (leg) => (await resumeInWorker(wasm, leg.snapshot, answersOf(leg))).value },
  };
  const samples = { exec: {}, wait: {} };
  const rounds = 20;
  for (let round = -2; round < rounds; round += 1) {
    if (round >= 0) progress(round, rounds);
    for (const [name, { block, every, park, go }] of Object.entries(lanes)) {
      if (round % every !== 0) continue;
      const uncounted = Math.floor(block / 4);
      for (let i = -uncounted; i < block; i += 1) {
        const started = now();
        const parked = await park();
        const between = now();
        const value = await go(parked);
        const done = now();
        if (value !== "later7") throw new Error(`a parked cell came back with ${JSON.stringify(value)}`);
        if (round < 0 || i < 0) continue;
        (samples.exec[name] ??= []).push(between - started);
        (samples.wait[name] ??= []).push(done - between);
      }
    }
  }
  const figures = (of) => Object.fromEntries(Object.entries(of).map(([name, list]) => [name, summarize(list)]));
  return { exec: figures(samples.exec), wait: figures(samples.wait) };
}

const single = (figure) => ({ n: 1, median: figure, p95: figure, min: figure, max: figure });

const run = promisify(execFile);

async function child(file, ...args) {
  const { stdout } = await run(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args]);
  return JSON.parse(stdout);
}
