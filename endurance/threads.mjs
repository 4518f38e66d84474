// 200 worker threads of Node, each ended in the middle of everything a cell can be doing.

import { Worker } from "node:worker_threads";
import { agentRun, check, memory, packageUrl, scaled, sleep } from "./support.mjs";

const support = new URL("support.mjs", import.meta.url).href;
const source = `
  import { parentPort } from "node:worker_threads";
  import { agentRun } from ${JSON.stringify(support)};
  const run = agentRun();
  const parked = agentRun({ options: { inlineWaitMs: 1 } });
  for (let i = 0; i < 2; i++) run.exec("for (;;);");
  for (let i = 0; i < 2; i++) run.exec("await tools.never()");
  parked.exec("await tools.never()");
  parked.exec("await yield_control()");
  run.exec("await new Promise((r) => setTimeout(r, 60000))");
  const loop = async () => { for (;;) await run.exec("return (await tools.echo({})).result"); };
  const resume = async () => { for (;;) await parked.wait((await parked.exec("await yield_control(); return 1")).runId); };
  loop(); loop(); resume();
  parentPort.postMessage("up");
`;

const count = scaled(200);
const main = agentRun();
let begin;
const started = performance.now();
for (let i = 0; i < count; i++) {
  // The first few make what stays: threads, slots.
  if (i === Math.min(20, count >> 1)) begin = memory();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await sleep((i * 7) % 40);
  await worker.terminate();
  const result = await main.exec(`return ${i}`);
  check(result.value === i, result);
}
// What the threads left behind is stopped without them.
await sleep(500);
const end = memory();
const stats = main.runtime.stats();
console.log(`${count} worker threads ended in ${((performance.now() - started) / 1000).toFixed(1)} s; RSS ${begin.rss} -> ${end.rss} MiB;`, `stuck workers: ${stats.stuckWorkers}, threads: ${stats.workers}`);
check(stats.stuckWorkers === 0, stats);
check(end.rss - begin.rss < 40, `resident memory grew by ${end.rss - begin.rss} MiB`);
void packageUrl;
