// Clocks and statistics of the benchmark.

import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const now = () => performance.now();
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The sample below which the share `q` of all samples lies; they must be sorted. */
function quantile(sorted, q) {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))];
}

export function summarize(samples) {
  if (samples.length === 0) return undefined;
  const sorted = Float64Array.from(samples).sort();
  return { n: sorted.length, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), min: sorted[0], max: sorted.at(-1) };
}

/**
 * Takes samples of several lanes in short blocks, one lane after the other, so that all of them meet
 * the same state of the machine. A lane is `{ run, block, warm?, every? }`: `warm` runs before the
 * first round are not counted, nor are a quarter of a block before each block, which would tell of the caches
 * and the placement of threads that the lane before has left. `every: n` joins only each n-th round.
 */
export async function interleave(lanes, { rounds, onRound }) {
  const names = Object.keys(lanes).filter((name) => lanes[name]);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) {
    const { run, warm = 0 } = lanes[name];
    for (let i = 0; i < warm; i += 1) await run();
  }
  for (let round = 0; round < rounds; round += 1) {
    onRound?.(round, rounds);
    for (const name of names) {
      const { run, block, every = 1 } = lanes[name];
      if (round % every !== 0) continue;
      for (let i = 0; i < Math.floor(block / 4); i += 1) await run();
      for (let i = 0; i < block; i += 1) {
        const started = now();
        await run();
        samples[name].push(now() - started);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarize(samples[name])]));
}

/** How long the event loop was late while `work` ran, in milliseconds. */
export async function loopDelayOf(work) {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await sleep(20);
  monitor.reset();
  const value = await work();
  // A loop that was held up to the very end shows it at its next turn.
  await sleep(5);
  monitor.disable();
  // The monitor's own timer is due every millisecond: what is above that is delay.
  const ms = (ns) => Math.max(0, ns / 1e6 - 1);
  return { value, p99: ms(monitor.percentile(99)), max: ms(monitor.max) };
}

/** Completions per second of `width` loops that call `run` side by side for `ms` milliseconds. */
export async function rateOf(run, width, ms) {
  const started = now();
  let completed = 0;
  const loop = async () => {
    while (now() - started < ms) {
      await run();
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return (completed / (now() - started)) * 1000;
}

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");

/** Resident memory in bytes, after what JavaScript no longer needs has been collected. */
export async function settledMemory() {
  for (let i = 0; i < 4; i += 1) {
    gc();
    await sleep(50);
  }
  return process.memoryUsage.rss();
}

/** A fixed piece of JavaScript work, in milliseconds: says how fast and how busy the machine is. */
export function calibrate() {
  const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
  fib(22);
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    const started = now();
    fib(27);
    times.push(now() - started);
  }
  return summarize(times).median;
}
