// Stopping through the public API while others use signals: how late `exec` is answered, what becomes of cells
// that sleep and of cells that come next, and whether other people's handlers go on working. Two JavaScript
// environments stop their cells at the same time.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { agentRun, check, many, scale, scaled, sleep } from "./support.mjs";

const TIMEOUT_MS = 100;
/** What the contract promises, in milliseconds after the deadline. */
const PROMISE_MS = 250;

const victims = [
  "for (;;);",
  "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })",
  "return String(3n ** 2000000n).length",
  "for (;;) String(7n ** 300000n)",
  "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  "const a = 'x'.repeat(1 << 20); const b = Array(1e6).fill(a + 1); for (;;) b.includes(a + 2)",
  "let a = {}; for (let i = 0; i < 60; i++) a = { a, b: a }; return JSON.stringify(a)",
  "const keep = []; for (;;) { try { for (;;) keep.push(new Array(1000).fill(0)) } catch {} }",
  "const spin = () => Promise.resolve().then(spin); spin(); await new Promise(() => {})",
  "await tools.echo({}); for (;;);",
  "return { get x() { for (;;); } }",
  "for (;;) JSON.stringify(new Array(1e5).fill(1))",
  "'\\u0344\\u1E9B\\u0323'.repeat(3e6).normalize('NFKD').length; for (;;);",
];

/** A library with handlers of its own: a profiler's timer, and a real-time signal that a thread of its sends. */
const LIBRARY = `
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile long ticks, calls;
static void on_tick(int n) { (void)n; ticks++; }
static void on_call(int n, siginfo_t *info, void *context) { (void)n; (void)info; (void)context; calls++; }
static void *caller(void *unused) {
  struct timespec pause = {0, 1000000};
  for (;;) { kill(getpid(), SIGRTMIN + 2); nanosleep(&pause, 0); }
  return unused;
}
static void report(void) {
  char text[64]; int at = 64; long numbers[2] = {ticks, calls};
  text[--at] = '\\n';
  for (int k = 0; k < 2; k++) {
    long n = numbers[1 - k];
    do text[--at] = '0' + n % 10; while (n /= 10);
    text[--at] = ' ';
  }
  if (write(2, text + at, 64 - at) < 0) return;
}
__attribute__((constructor)) static void begin(void) {
  struct sigaction action; memset(&action, 0, sizeof action);
  action.sa_handler = on_tick; action.sa_flags = SA_RESTART; sigaction(SIGPROF, &action, 0);
  action.sa_sigaction = on_call; action.sa_flags = SA_SIGINFO | SA_RESTART; sigaction(SIGRTMIN + 2, &action, 0);
  struct itimerval every = {{0, 1000}, {0, 1000}}; setitimer(ITIMER_PROF, &every, 0);
  pthread_t thread; sigset_t all, before; sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); pthread_create(&thread, 0, caller, 0); pthread_sigmask(SIG_SETMASK, &before, 0);
}
__attribute__((destructor)) static void end(void) { report(); }
`;

/** Stops so many cells; the lateness of each, and how many results were wrong. */
async function shoot(count, name) {
  const run = agentRun({ config: { timeoutMs: TIMEOUT_MS } });
  const calm = agentRun({ config: { timeoutMs: 10_000 } });
  const asleep = new Map();
  const late = [];
  const wrong = [];
  for (let i = 0; i < 100; i++) {
    const result = await calm.exec(`const kept = new Map([['me', ${i}], ['name', '${name}']]); await yield_control(); return [kept.get('me'), kept.get('name')].join()`);
    asleep.set(result.runId, `${i},${name}`);
  }
  await many(count, 2, async (i) => {
    const started = performance.now();
    const code = victims[i % victims.length];
    const result = await run.exec(code);
    late.push(performance.now() - started - TIMEOUT_MS);
    if (!["timeout", "memory_limit_exceeded"].includes(result.code)) wrong.push({ code, result });
    const next = await calm.exec(`return [typeof globalThis.kept, (await tools.echo({ i: ${i} })).result.details.i].join()`);
    if (next.value !== `undefined,${i}`) wrong.push({ after: code, next });
    if (i % 10 === 0 && asleep.size > 0) {
      const [runId, expected] = asleep.entries().next().value;
      asleep.delete(runId);
      const woken = await calm.wait(runId);
      if (woken.value !== expected) wrong.push({ woken, expected });
    }
  });
  for (const [runId, expected] of asleep) {
    const woken = await calm.wait(runId);
    if (woken.value !== expected) wrong.push({ woken, expected });
  }
  const stuck = run.runtime.stats().stuckWorkers;
  await run.runtime.close();
  await calm.runtime.close();
  return { late, wrong, stuck };
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "code-mode-fire-"));
  let library = false;
  try {
    const file = join(folder, "handlers.node");
    writeFileSync(join(folder, "handlers.c"), LIBRARY);
    if (process.platform === "linux" && spawnSync("cc", ["-shared", "-fPIC", "-Wl,-z,nodelete", "-pthread", "-o", file, join(folder, "handlers.c")], { stdio: "inherit" }).status === 0) {
      try {
        process.dlopen({ exports: {} }, file);
      } catch (error) {
        // Node finds no addon in it, but its constructor has run.
        library = /self-register/.test(error.message);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  // Node's own signals, and its child processes.
  let signals = 0;
  let sent = 0;
  let children = 0;
  process.on("SIGUSR2", () => signals++);
  const own = setInterval(() => {
    if (signals === sent) {
      sent++;
      process.kill(process.pid, "SIGUSR2");
    }
  }, 5);
  const spawner = setInterval(() => (children += spawnSync("true").status === 0 ? 1 : 0), 1000);

  const count = scaled(1000);
  const other = new Worker(new URL(import.meta.url), { workerData: { count }, argv: ["--scale", String(scale)] });
  const theirs = new Promise((resolve, reject) => other.once("message", resolve).once("error", reject));
  const [mine, there] = [await shoot(count, "main"), await theirs];
  await sleep(30);
  clearInterval(own);
  clearInterval(spawner);

  const late = [...mine.late, ...there.late].sort((a, b) => a - b);
  const at = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))].toFixed(1);
  const wrong = [...mine.wrong, ...there.wrong];
  console.log(`${late.length} cells stopped in two environments; answered after the deadline, ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}; wrong results: ${wrong.length}`);
  console.log(`stuck workers: ${mine.stuck}; SIGUSR2 sent ${sent}, handled ${signals}; child processes ${children}; a library with handlers of its own: ${library ? "yes" : "no"}`);
  for (const one of wrong.slice(0, 5)) console.log(JSON.stringify(one));
  check(wrong.length === 0, "wrong results");
  check(mine.stuck === 0, "a worker is stuck: cells are not stopped by force here");
  check(sent - signals <= 1 && signals > 0, "a signal of Node's was lost");
  check(scale < 0.5 || Number(at(0.99)) < PROMISE_MS, "answers came too late");
}

if (isMainThread) await main();
else parentPort.postMessage(await shoot(workerData.count, "worker"));
