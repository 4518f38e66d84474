// The event loop is the gateway's: what a cell sends must not hold it up.

import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { agentRun, completed, tool } from "./support.js";

/** Processor time of this thread that the longest stretch without a turn of the loop took, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    longest = Math.max(longest, now.active - last.active);
    last = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

it("sixteen large inputs at once are read one by one, with turns of the loop in between", async () => {
  const seen: number[] = [];
  const run = agentRun({ tools: [tool("take", (input) => (seen.push((input as { n: number }).n), {}))] });
  const code = "const a = Array.from({ length: 150_000 }, () => []); await Promise.all(Array.from({ length: 16 }, (_, n) => tools.take({ n, a }))); return 1";
  const turns = await longestTurn(async () => expect(completed(await run.exec(code)).value).toBe(1));
  // All sixteen in one turn would take sixteen times as long as the longest of them.
  expect(turns).toBeLessThan(250);
  expect(seen).toEqual(Array.from({ length: 16 }, (_, n) => n));
});
