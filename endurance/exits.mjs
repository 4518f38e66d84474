// The process ends in every state a cell can be in, in every way JavaScript can end it.

import { check, child, program, scale } from "./support.mjs";

const EXIT = 7;
/** Name, and what is under way when the process ends. `run` is an agent run; `parked` one that waits briefly. */
const states = [
  ["nothing was ever run", ""],
  ["a cell is being started", "run.exec('return 1');"],
  ["a cell is being transformed", "run.exec('let n: number = 1;\\n'.repeat(30000), undefined, 'typescript'); await sleep(5);"],
  ["a cell computes", "run.exec('for (;;);'); await sleep(30);"],
  ["a cell is in a long native call", "run.exec('Array.prototype.reverse.call({ length: 2 ** 53 - 1 })'); await sleep(30);"],
  ["eight cells compute", "for (let i = 0; i < 8; i++) run.exec('for (;;);'); await sleep(50);"],
  ["a tool is running", "run.exec('await tools.never()'); await sleep(30);"],
  ["a timer of a cell is set", "run.exec('await new Promise((r) => setTimeout(r, 60000))'); await sleep(30);"],
  ["a cell is parked on a tool", "await parked.exec('await tools.never()');"],
  ["a cell is parked by itself", "await parked.exec('await yield_control()');"],
  ["200 cells are parked", "for (let i = 0; i < 200; i++) await parked.exec('globalThis.a = [1, 2]; await yield_control()');"],
  ["a parked cell is being resumed", "const { runId } = await parked.exec('await yield_control(); for (;;);'); parked.wait(runId); await sleep(20);"],
  ["a cell is being stopped at its deadline", "agentRun({ config: { timeoutMs: 100 } }).exec('Array.prototype.reverse.call({ length: 2 ** 53 - 1 })'); await sleep(130);"],
  ["a cell is being aborted", "const c = new AbortController(); run.exec('for (;;);', { signal: c.signal }); await sleep(20); c.abort();"],
  ["a runtime is closing", "run.exec('for (;;);'); run.exec('await tools.never()'); await sleep(20); run.runtime.close();"],
  ["a runtime is closed", "await run.exec('return 1'); await run.runtime.close();"],
  ["cells finish all the time", "for (let i = 0; i < 4; i++) (async () => { for (;;) await run.exec('return 1'); })(); await sleep(40);"],
  ["a large heap is in use", "run.exec('const a = []; for (;;) a.push(new Uint8Array(1 << 16).fill(1))'); await sleep(30);"],
];

/** Name, code, and the exit status or the signal. */
const ways = [
  ["process.exit", `process.exit(${EXIT});`, EXIT],
  ["an uncaught error", "setImmediate(() => { throw new Error('on purpose'); });", 1],
  ["process.abort", "process.abort();", "SIGABRT"],
  ["SIGTERM", "process.kill(process.pid, 'SIGTERM'); await sleep(10000);", "SIGTERM"],
  ["a pending loop that is left alone", undefined, 0],
];

let failed = 0;
let count = 0;
let slowest = 0;
for (const [state, setup] of states) {
  for (const [way, code, expected] of ways) {
    // Left alone, a process stays while a cell computes: that is right, and not this test.
    if (code === undefined && !/nothing|parked (on|by)|200 cells|is closed/.test(state)) continue;
    if (scale < 0.5 && way !== "process.exit" && !/computes|is running|parked by/.test(state)) continue;
    const result = await child(program(`const run = agentRun(); const parked = agentRun({ options: { inlineWaitMs: 1 } });\n${setup}\n${code ?? ""}`), { timeoutMs: 20_000 });
    count++;
    slowest = Math.max(slowest, result.ms);
    if (result.code !== expected && result.signal !== expected) {
      failed++;
      console.log(`${state}, ${way}:`, { ...result, expected });
    }
  }
}
console.log(`${count} processes ended in ${states.length} states; ${failed} not as they should; slowest ${slowest} ms`);
check(failed === 0, "a process did not end as it should");
