// The event loop is the gateway's: what a cell sends must not hold it up.

import { expect, it } from "vitest";
import { agentRun, completed, tool } from "./support.js";

it("large inputs that come at once are read in order, with turns of the loop in between", async () => {
  let turn = 0;
  let turning = true;
  const next = () => turning && (turn++, setImmediate(next));
  next();
  const seen: { n: number; turn: number }[] = [];
  const run = agentRun({ tools: [tool("take", (input) => (seen.push({ n: (input as { n: number }).n, turn }), {}))] });
  const code = "const a = Array.from({ length: 150_000 }, () => []); await Promise.all(Array.from({ length: 16 }, (_, n) => tools.take({ n, a }))); return 1";
  expect(completed(await run.exec(code)).value).toBe(1);
  turning = false;
  expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: 16 }, (_, n) => n));
  // All in one turn would be one; where the first two meet depends on how they were drained.
  expect(new Set(seen.map((call) => call.turn)).size).toBeGreaterThan(12);
});

/** Turns of the loop, counted for as long as `work` takes. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let turning = true;
  const next = () => turning && (turns++, setImmediate(next));
  setImmediate(next);
  await work();
  turning = false;
  return turns;
}

it("a long chain of calls that answer at once leaves the loop its turns", async () => {
  const run = agentRun({ tools: [tool("next", () => ({}))] });
  const chain = () => run.exec("for (let n = 0; n < 800; n++) await tools.next({}); return 1");
  // Every sixteenth at the latest.
  expect(await turnsDuring(chain)).toBeGreaterThanOrEqual(800 / 17 - 1);
});

it("a chain of execs that end at once leaves the loop its turns", async () => {
  const run = agentRun();
  const chain = async () => {
    for (let n = 0; n < 400; n++) completed(await run.exec("return 1"));
  };
  expect(await turnsDuring(chain)).toBeGreaterThanOrEqual(400 / 17 - 1);
});

it("a tool is never called before the host's code that started the cell has gone on", async () => {
  let begun = false;
  const seen: boolean[] = [];
  const run = agentRun({ tools: [tool("look", () => (seen.push(begun), {}))] });
  for (let n = 0; n < 50; n++) {
    begun = false;
    const result = run.exec("await tools.look({}); return 1");
    begun = true;
    completed(await result);
  }
  expect(seen).toEqual(Array.from({ length: 50 }, () => true));
});
