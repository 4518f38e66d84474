// What a result lists when the supervisor makes it, for a cell whose thread does not come back: no guest can bring that
// about where threads can be stopped by force, so the list is tried by itself.

import { expect, it } from "vitest";
import { Trajectory } from "../js/trajectory.js";

it("calls are listed in the order in which they began, with what became of them", () => {
  const trajectory = new Trajectory(undefined);
  const begin = (name: string) =>
    trajectory.begin({ parentToolCallId: "", toolCallId: `call-${name}`, toolName: name, catalogId: `id:${name}`, input: undefined, startedAt: 0 });
  const [slow, good, bad] = [begin("slow"), begin("good"), begin("bad")];
  trajectory.end(bad, { error: "no" }, 2);
  trajectory.end(good, { result: 1 }, 1);
  expect(trajectory.made()).toEqual([
    { id: "id:slow", name: "slow", toolCallId: "call-slow", status: "pending" },
    { id: "id:good", name: "good", toolCallId: "call-good", status: "completed" },
    { id: "id:bad", name: "bad", toolCallId: "call-bad", status: "failed" },
  ]);
  trajectory.end(slow, { result: 1 }, 1);
  for (let n = 3; n < 300; n++) trajectory.end(begin(String(n)), { result: n }, 1);
  expect(trajectory.made().map(({ name }) => name)).toEqual(["slow", "good", "bad", ...Array.from({ length: 253 }, (_, n) => String(n + 3))]);
});
