// What is nested deeper than a host's own JSON.stringify can follow crosses the border in neither direction, and says so.

import { afterAll, describe, expect, it } from "vitest";
import { agentRun, completed, failed, tool } from "./support.js";

const nest = (levels: number) => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
};
const run = agentRun({ tools: [tool("take", () => ({})), tool("deep", ({ levels }) => nest(levels))] });
afterAll(() => run.runtime.close());
const made = (levels: number) => `let v = 1; for (let i = 0; i < ${levels}; i++) v = [v];`;
const places: [string, (levels: number) => string, string][] = [
  ["the value", (levels) => `${made(levels)} return v`, "value is nested too deeply: at most 1000 levels"],
  ["output", (levels) => `${made(levels)} json(v)`, "value is nested too deeply: at most 1000 levels"],
  ["arguments", (levels) => `${made(levels)} await tools.take(v)`, "tool arguments are nested too deeply: at most 1000 levels"],
  ["an answer", (levels) => `await tools.deep({ levels: ${levels} })`, "the tool is done, but JSON cannot carry its result: it is nested too deeply, at most 1000 levels"],
];

describe("nesting", () => {
  it.each(places)("is bounded in %s, exactly", async (_, code) => {
    completed(await run.exec(code(1000)));
    expect(failed(await run.exec(code(1001))).error).toContain("at most 1000 levels");
  });
  it.each(places)("has one message in %s, however deep", async (_, code, message) => {
    for (const levels of [1001, 5_000, 20_000, 100_000]) expect(failed(await run.exec(code(levels))).error).toContain(message);
  });
  it("can be caught and mended", async () => {
    const code = `${made(5_000)} try { json(v) } catch (e) { return [e.name, e.message.includes("nested")] }`;
    expect(completed(await run.exec(code)).value).toEqual(["RangeError", true]);
  });
  it("is refused by the tools as by the runtime", async () => {
    const [exec] = run.runtime.createTools(run.ctx);
    expect((await exec.execute("id", { code: `${made(5_000)} return v` })).details).toMatchObject({ status: "failed", code: "internal_error" });
    expect((await exec.execute("id", { code: `${made(1_000)} return v` })).details.status).toBe("completed");
  });
});
