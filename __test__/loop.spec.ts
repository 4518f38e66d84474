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
