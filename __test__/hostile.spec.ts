import { describe, expect, it } from "vitest";
import { agentRun, completed, failed, longestStall, tool } from "./support.js";

// Well under what the finite ones of these programs take (the huge decimal: about 1 s), so that none completes.
const TIMEOUT_MS = 300;
const SLACK_MS = 250;
const MAX_STALL_MS = 50;

const programs: [string, string][] = [
  ["an endless loop", "while (true) {}"],
  ["a loop over a huge decimal", "while (true) String(7n ** 300000n)"],
  ["a reversal of nothing, 2^53 long", "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })"],
  ["JSON of a graph that is 60 aliases deep", "let a = []; for (let i = 0; i < 60; i++) a = [a, a]; return JSON.stringify(a).length"],
  ["one huge decimal", "return String(3n ** 400000n).length"],
  ["a loop that catches everything", "const keep = []; while (true) { try { while (true) keep.push(new Array(1000).fill(keep.length)) } catch {} }"],
];

describe("a cell that does not want to end", () => {
  const run = agentRun({ config: { timeoutMs: TIMEOUT_MS } });

  it.each(programs)("is ended in time: %s", async (_, code) => {
    const started = performance.now();
    let answered = 0;
    const stall = await longestStall(async () => {
      const result = failed(await run.exec(code));
      answered = performance.now() - started;
      expect(["timeout", "memory_limit_exceeded"]).toContain(result.code);
    });
    expect(answered).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    expect(stall).toBeLessThan(MAX_STALL_MS);
    expect(completed(await run.exec("return 1")).value).toBe(1);
  });

  it("is ended in time among five others, and disturbs none", async () => {
    const started = performance.now();
    const hostile = programs.map(([, code]) => run.exec(code));
    const friendly = Array.from({ length: 20 }, (_, i) => run.exec(`return ${i}`));
    for (const result of await Promise.all(hostile)) expect(["timeout", "memory_limit_exceeded"]).toContain(failed(result).code);
    const values = (await Promise.all(friendly)).map((result) => (result.status === "completed" ? result.value : failed(result).code));
    // Two workers and six that hold them: a friendly cell may be late, but never wrong.
    values.forEach((value, i) => expect([i, "timeout"]).toContain(value));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("what a host's listeners and entries do", () => {
  it("never becomes an unhandled rejection, and every call is answered", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const rejects = (async () => {
        throw new Error("listener");
      }) as () => void;
      const run = agentRun({
        tools: [tool("report", (_input, _signal, onUpdate) => (onUpdate(1), { details: 1 })), tool("broken")],
        options: { onEvent: rejects, onNestedCall: rejects },
      });
      expect(completed(await run.exec("return await tools.callValue('report')", { onUpdate: rejects })).value).toBe(1);
      // An entry of the gateway's own whose name can be read once, for the catalog.
      let reads = 0;
      const entry = {
        id: "openclaw:core:once",
        source: "openclaw",
        get name() {
          if (reads++ > 0) throw new Error("no name");
          return "once";
        },
        tool: tool("once"),
      };
      const ctx = { ...run.ctx, catalogRef: { current: { entries: [entry as never], searchCount: 0, describeCount: 0, callCount: 0 } } };
      const code = "try { await tools.call('openclaw:core:once') } catch (e) { return e.message }";
      expect(completed(await run.runtime.exec(ctx, { code })).value).toBe("no name");
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});
