// Runs cases in child processes, several lanes at once, and finds out which case a death is due to.

import { fork } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

/** A cell answers within its `timeoutMs` and this much more. */
export const LATENESS_MS = 250;
/** And this much more where processes queue for processors: the watchdog's thread queues too. */
export const LOADED_LATENESS_MS = 750;
/** The event loop is never blocked for longer. */
export const STALL_MS = 50;
/** How many times its `timeoutMs` a cell gets that should have ended by itself and was not done. */
const MORE_TIME = 20;
/** Cases that share a process; what one of them broke may only show in a later one. */
const BATCH = 12;
/** A child that says nothing for that long is stuck for good. */
const STUCK_MS = 20_000;
const END_MS = 10_000;
/** Characters that are kept of what a process says: a sanitizer's report ends with a long list of frames. */
const MOST_ERRORS = 65_536;

const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));

const loaded = () => loadavg()[0] > availableParallelism();

class Lane {
  constructor() {
    this.child = fork(CHILD, [], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [], env: { ...process.env, NODE_OPTIONS: "" } });
    this.errors = "";
    this.child.stderr.on("data", (chunk) => (this.errors = (this.errors + chunk).slice(-MOST_ERRORS)));
    this.ended = new Promise((resolve) => this.child.once("exit", (code, signal) => resolve({ code, signal })));
  }

  /** The next message, or how the process ended instead. */
  async next(ms = STUCK_MS) {
    let timer, heard;
    const message = new Promise((resolve) => this.child.once("message", (heard = (value) => resolve({ value }))));
    const stuck = new Promise((resolve) => (timer = setTimeout(() => resolve({ stuck: true }), ms)));
    const answer = await Promise.race([message, this.ended, stuck]);
    clearTimeout(timer);
    this.child.off("message", heard);
    if (answer.stuck) this.child.kill("SIGKILL");
    return answer;
  }

  async run(item) {
    this.child.send({ case: item });
    return this.next();
  }

  /** Whether the process ended by itself, and orderly. */
  async end() {
    this.child.send({ end: true });
    const timer = setTimeout(() => this.child.kill("SIGKILL"), END_MS);
    const { code, signal } = await this.ended;
    clearTimeout(timer);
    return code === 0 ? undefined : `the process did not end by itself: ${signal ?? `status ${code}`}`;
  }
}

async function openLane() {
  const lane = new Lane();
  const first = await lane.next();
  if (first.value?.ready !== true) throw new Error(`a lane did not start: ${lane.errors}`);
  return lane;
}

function howItDied(answer, lane) {
  if (answer.stuck) return "the process is stuck";
  const lines = lane.errors.trim().split("\n");
  return `the process died: ${answer.signal ?? `status ${answer.code}`} ${lines.find((line) => /runtime error:|ERROR: /.test(line)) ?? lines[0]}`;
}

/** Runs cases in one fresh process; reports each, and stops where the process dies. */
async function runBatch(cases) {
  const lane = await openLane();
  const reports = [];
  for (const item of cases) {
    const answer = await lane.run(item);
    if (!answer.value) return { reports, died: { item, how: howItDied(answer, lane) } };
    reports.push(answer.value);
  }
  const how = await lane.end();
  return how === undefined ? { reports } : { reports, died: { item: cases.at(-1), how } };
}

const dies = async (cases) => (await runBatch(cases)).died !== undefined;

/** The one of `cases` that makes the process die at `last`: alone, or with `last` after it. */
async function culprit(cases, last) {
  if (await dies([last])) return last;
  let suspects = cases.filter((item) => item !== last);
  while (suspects.length > 1) {
    const half = suspects.slice(suspects.length >> 1);
    suspects = (await dies([...half, last])) ? half : suspects.slice(0, suspects.length >> 1);
  }
  return suspects[0] ?? last;
}

function judge(report, item) {
  const faults = [...report.faults];
  const lateMs = report.ms - report.unscheduled - item.config.timeoutMs;
  if (lateMs > LATENESS_MS + (loaded() ? LOADED_LATENESS_MS : 0)) faults.push(`late by ${lateMs.toFixed(0)} ms`);
  if (report.stallMs > STALL_MS) faults.push(`the event loop stood still for ${report.stallMs.toFixed(0)} ms`);
  return { ...report, family: item.family, lateMs, faults };
}

function anotherTry(item, judged) {
  if (judged === undefined || judged.faults.length === 0) return undefined;
  if (judged.faults.every((fault) => /^late |^the event loop/.test(fault))) return item;
  const wasSlow = judged.verdict === "timeout" && judged.faults.every((fault) => /^late |^the event loop|^answer/.test(fault));
  return wasSlow ? { ...item, config: { ...item.config, timeoutMs: item.config.timeoutMs * MORE_TIME } } : undefined;
}

const dead = (item, how) => ({ id: item.id, family: item.family, verdict: "died", ms: 0, lateMs: 0, stallMs: 0, faults: [how] });

async function judgeBatch(cases) {
  const done = new Map();
  let rest = cases;
  while (rest.length > 0) {
    const { reports, died } = await runBatch(rest);
    for (const report of reports) {
      const item = rest.find(({ id }) => id === report.id);
      done.set(report.id, judge(report, item));
    }
    if (!died) break;
    const ran = rest.slice(0, rest.indexOf(died.item) + 1);
    const guilty = await culprit(ran, died.item);
    done.set(guilty.id, dead(guilty, died.how));
    if (!done.has(died.item.id)) rest = [died.item, ...rest.slice(ran.length)].filter((item) => item !== guilty);
    else rest = rest.slice(ran.length);
  }
  // What may be a matter of time is tried once more, alone, before it counts: other processes may have had the
  // machine. A cell that was to end by itself then gets more of it.
  for (const item of cases) {
    const again = anotherTry(item, done.get(item.id));
    if (again === undefined) continue;
    const { reports } = await runBatch([again]);
    if (reports.length > 0) done.set(item.id, judge(reports[0], again));
  }
  return [...done.values()];
}

/** Judges all cases. `lanes`: processes at once; more than there are processors would measure each other. */
export async function runCases(cases, { lanes = Math.max(1, Math.min(2, availableParallelism())), onCase = () => {} } = {}) {
  const batches = [];
  for (let i = 0; i < cases.length; i += BATCH) batches.push(cases.slice(i, i + BATCH));
  const judged = [];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift())
        for (const one of await judgeBatch(batch)) {
          judged.push(one);
          onCase(one);
        }
    }),
  );
  return judged.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Median, 99th percentile and maximum of how far past `timeoutMs` the late answers came. */
export function lateness(judged) {
  const late = judged.map(({ lateMs }) => lateMs).filter((ms) => ms > 0).sort((a, b) => a - b);
  const at = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
  return { count: late.length, median: at(0.5), p99: at(0.99), max: at(1) };
}
