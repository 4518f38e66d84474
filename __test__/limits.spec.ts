import { describe, expect, it } from "vitest";
import { agentRun, completed, failed, sleep, tool, waiting } from "./support.js";

describe("the heap", () => {
  const run = agentRun({ config: { memoryLimitBytes: 8 * 1024 * 1024, timeoutMs: 5000 } });

  it.each([
    ["strings", "const a = []; while (true) a.push('x'.repeat(10000) + a.length)"],
    ["typed arrays", "const a = []; while (true) a.push(new Uint8Array(1 << 20))"],
    ["an array that doubles", "let a = [1]; while (true) a = a.concat(a)"],
    ["one huge buffer", "return new ArrayBuffer(1 << 30).byteLength"],
  ])("is bounded for %s", async (_, code) => {
    expect(failed(await run.exec(code)).code).toBe("memory_limit_exceeded");
    expect(completed(await run.exec("return 1")).value).toBe(1);
  });

  it("is large enough for what is under the limit", async () => {
    expect(completed(await run.exec("const a = new Uint8Array(4 << 20); a[5] = 1; return a.length")).value).toBe(4 << 20);
  });
});

describe("output and value", () => {
  const run = agentRun({ config: { maxOutputBytes: 1024 } });
  const over = { code: "output_limit_exceeded", error: "code mode output limit exceeded" };

  it("fail a cell above the limit", async () => {
    expect(failed(await run.exec("return 'x'.repeat(1100)"))).toMatchObject(over);
    expect(failed(await run.exec("text('x'.repeat(1100)); return 1"))).toMatchObject(over);
    expect(failed(await run.exec("for (let i = 0; i < 200; i++) text('0123456789'); return 1"))).toMatchObject(over);
  });
  it("pass below it", async () => {
    expect(completed(await run.exec("return 'x'.repeat(900)")).value).toHaveLength(900);
    expect(completed(await run.exec("text('x'.repeat(800)); return 1")).output).toHaveLength(1);
  });
  it("count UTF-8 bytes", async () => {
    expect(failed(await run.exec("return 'ż'.repeat(600)"))).toMatchObject(over);
  });
});

describe("pending calls", () => {
  const parallel = (n: number) => `return (await Promise.all(Array.from({ length: ${n} }, (_, i) => tools.work({ i })))).length`;
  const counted = (options = {}) => {
    const seen = { begun: 0, running: 0, most: 0 };
    const work = tool("work", async () => {
      seen.begun++;
      seen.most = Math.max(seen.most, ++seen.running);
      await sleep(5);
      seen.running--;
      return {};
    });
    return { seen, run: agentRun({ tools: [work], config: { maxPendingToolCalls: 4 }, options }) };
  };

  it("up to the limit are made", async () => {
    const { run, seen } = counted();
    expect(completed(await run.exec(parallel(4))).value).toBe(4);
    expect(seen.most).toBe(4);
  });
  it("above it are refused, and none of the batch is begun", async () => {
    const { run, seen } = counted();
    expect(failed(await run.exec(parallel(5)))).toMatchObject({
      code: "too_many_pending_tool_calls",
      error: "too many pending code mode tool calls",
    });
    await sleep(20);
    expect(seen.begun).toBe(0);
  });
  it("above it wait their turn where the runtime says so", async () => {
    const { run, seen } = counted({ pendingOverflow: "queue" });
    expect(completed(await run.exec(parallel(50))).value).toBe(50);
    expect(seen.most).toBe(4);
  });
});

describe("suspended cells", () => {
  it("are counted", async () => {
    const run = agentRun({ options: { maxSuspendedRuns: 2 } });
    waiting(await run.exec("await yield_control()"));
    waiting(await run.exec("await yield_control()"));
    expect(failed(await run.exec("await yield_control()"))).toMatchObject({
      code: "invalid_input",
      error: "too many suspended code mode runs.",
    });
    expect(run.runtime.stats().suspendedRuns).toBe(2);
    await run.runtime.close();
  });
  it("are measured", async () => {
    const run = agentRun({ options: { maxSuspendedBytes: 65_536 } });
    expect(failed(await run.exec("globalThis.a = new Uint8Array(1 << 20).fill(7).map((_, i) => i * 31); await yield_control()"))).toMatchObject({
      code: "invalid_input",
      error: "too many suspended code mode runs.",
    });
  });
  it("have a largest snapshot", async () => {
    const run = agentRun({ config: { maxSnapshotBytes: 65_536 } });
    const big = "const a = []; for (let i = 0; i < 50000; i++) a.push({ i, s: 'x' + i }); await yield_control(); return a.length";
    expect(failed(await run.exec(big))).toMatchObject({ code: "snapshot_limit_exceeded", error: "code mode snapshot limit exceeded" });
    completed(await run.wait(waiting(await run.exec("await yield_control(); return 1")).runId));
  });
});

describe("the deadline", () => {
  it("ends a cell that computes", async () => {
    const run = agentRun({ config: { timeoutMs: 200 } });
    const started = performance.now();
    expect(failed(await run.exec("while (true) {}"))).toMatchObject({ code: "timeout", error: "code mode timeout exceeded" });
    expect(performance.now() - started).toBeLessThan(450);
  });
  it("leaves a cell alone that is done in time", async () => {
    const run = agentRun({ config: { timeoutMs: 2000 } });
    expect(completed(await run.exec("const t = Date.now(); while (Date.now() - t < 100); return 1")).value).toBe(1);
  });
});
