import { describe, expect, it } from "vitest";
import { createCodeModeRuntime, ToolInputError } from "../index.js";
import { agentRun, completed, deferred, failed, sleep, tool, waiting } from "./support.js";

describe("a cell that yields", () => {
  it("waits, and goes on with what yield_control was told", async () => {
    const run = agentRun();
    const parked = waiting(await run.exec("const y = await yield_control('rest'); return y"));
    expect(parked.reason).toBe("yield");
    expect(parked.runId).toMatch(/^cm_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(completed(await run.wait(parked.runId)).value).toEqual({ status: "yielded", reason: "rest" });
  });

  it("keeps its variables, closures and timers", async () => {
    const run = agentRun();
    const parked = waiting(
      await run.exec("let n = 1; const add = (x) => (n += x); const m = new Map([['k', { a: 1 }]]); await yield_control(); add(2); return [n, m.get('k')]"),
    );
    expect(completed(await run.wait(parked.runId)).value).toEqual([3, { a: 1 }]);
  });

  it("keeps its runId over many waits", async () => {
    const run = agentRun();
    let result = waiting(await run.exec("for (let i = 0; i < 5; i++) await yield_control(i); return 'end'"));
    const { runId } = result;
    for (let i = 1; i < 5; i++) {
      result = waiting(await run.wait(runId));
      expect(result.runId).toBe(runId);
    }
    expect(completed(await run.wait(runId)).value).toBe("end");
  });

  it("repeats its output, and says what is new", async () => {
    const run = agentRun();
    const first = waiting(await run.exec("text('a'); await yield_control(); text('b'); return 1"));
    expect(first).toMatchObject({ output: [{ text: "a" }], outputSince: 0 });
    expect(completed(await run.wait(first.runId))).toMatchObject({ output: [{ text: "a" }, { text: "b" }], outputSince: 1 });
  });

  it("gives only new output where the runtime says so", async () => {
    const run = agentRun({ options: { outputDelivery: "incremental" } });
    const first = waiting(await run.exec("text('a'); await yield_control(); text('b'); return 1"));
    expect(completed(await run.wait(first.runId)).output).toEqual([{ type: "text", text: "b" }]);
  });
});

describe("a cell with a slow tool", () => {
  it("waits at the deadline, with what is pending, and completes later", async () => {
    const slow = deferred();
    const run = agentRun({ tools: [tool("slow", () => slow.promise)], config: { timeoutMs: 300 } });
    const started = performance.now();
    const parked = waiting(await run.exec("const r = await tools.slow({}); return r.result.details"));
    expect(performance.now() - started).toBeGreaterThan(250);
    expect(parked.reason).toBe("pending_tools");
    expect(parked.pendingToolCalls).toMatchObject([{ method: "call", tool: expect.stringContaining("slow") }]);

    const again = waiting(await run.wait(parked.runId));
    expect(again.runId).toBe(parked.runId);

    slow.resolve({ details: 42 });
    await sleep(20);
    expect(completed(await run.wait(parked.runId)).value).toBe(42);
  });

  it("waits earlier where the runtime says so", async () => {
    const run = agentRun({ tools: [tool("never", () => new Promise(() => {}))], options: { inlineWaitMs: 50 } });
    const started = performance.now();
    waiting(await run.exec("await tools.never({})"));
    expect(performance.now() - started).toBeLessThan(1000);
    await run.runtime.close();
  });

  it("wakes a wait with the answer, not with the deadline", async () => {
    const slow = deferred();
    const run = agentRun({ tools: [tool("slow", () => slow.promise)], options: { inlineWaitMs: 30 } });
    const parked = waiting(await run.exec("return (await tools.slow({})).result.details"));
    const result = run.wait(parked.runId);
    slow.resolve({ details: "x" });
    expect(completed(await result).value).toBe("x");
  });
});

describe("a wait that is refused", () => {
  const park = async () => {
    const run = agentRun();
    return { run, runId: waiting(await run.exec("await yield_control(); return 1")).runId };
  };
  const refusal = async (runtime: ReturnType<typeof createCodeModeRuntime>, ctx: object, runId: unknown) => {
    const [, wait] = runtime.createTools(ctx);
    const error = await wait.execute("id", { runId }).then(() => undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolInputError);
    const result = failed(await runtime.wait(ctx, { runId: runId as string }));
    expect({ code: result.code, message: result.error }).toEqual({ code: (error as ToolInputError).code, message: (error as Error).message });
    return result;
  };

  it("for want of an id", async () => {
    const { runtime, ctx } = agentRun();
    for (const runId of [undefined, null, "", "  ", 5, {}]) {
      expect(await refusal(runtime, ctx, runId)).toMatchObject({ code: "invalid_input", error: "runId must be a non-empty string." });
    }
  });
  it("for an unknown or finished id", async () => {
    const { run, runId } = await park();
    completed(await run.wait(runId));
    for (const id of [runId, "cm_none", "x"]) {
      expect(await refusal(run.runtime, run.ctx, id)).toMatchObject({ code: "invalid_input", error: "code mode run is unavailable or expired." });
    }
  });
  it("for another agent run", async () => {
    const { run, runId } = await park();
    expect(await refusal(run.runtime, { ...run.ctx, runId: "other" }, runId)).toMatchObject({
      code: "invalid_input",
      error: "code mode run belongs to a different agent run.",
    });
    completed(await run.wait(runId));
  });
  it("for another session or agent", async () => {
    const { run, runId } = await park();
    for (const other of [{ sessionId: "other" }, { agentId: "other" }]) {
      expect(await refusal(run.runtime, { ...run.ctx, ...other }, runId)).toMatchObject({
        code: "invalid_input",
        error: "code mode run belongs to a different session.",
      });
    }
    completed(await run.wait(runId));
  });
  it("while another wait for it is under way", async () => {
    const slow = deferred();
    const run = agentRun({ tools: [tool("slow", () => slow.promise)], options: { inlineWaitMs: 30 } });
    const { runId } = waiting(await run.exec("return (await tools.slow({})).result.details"));
    const first = run.runtime.wait(run.ctx, { runId });
    expect(await refusal(run.runtime, run.ctx, runId)).toMatchObject({ code: "invalid_input", error: "code mode run is already being resumed." });
    slow.resolve({ details: 1 });
    await first;
  });
  it("does not compare what one side lacks", async () => {
    const { run, runId } = await park();
    completed(await run.runtime.wait({ config: run.ctx.config }, { runId }));
  });
  it("takes run_id too", async () => {
    const { run, runId } = await park();
    completed(await run.runtime.wait(run.ctx, { run_id: runId }));
  });
});

describe("a parked cell", () => {
  it("expires by itself, and its calls get their signal", async () => {
    let signal: AbortSignal | undefined;
    const run = agentRun({
      tools: [tool("never", (_, given) => ((signal = given), new Promise(() => {})))],
      config: { snapshotTtlSeconds: 1 },
      options: { inlineWaitMs: 30 },
    });
    const { runId } = waiting(await run.exec("await tools.never({})"));
    expect(signal?.aborted).toBe(false);
    await sleep(1400);
    expect(signal?.aborted).toBe(true);
    const [, wait] = run.runtime.createTools(run.ctx);
    await expect(wait.execute("id", { runId })).rejects.toMatchObject({
      code: "snapshot_expired",
      message: "code mode run is unavailable or expired.",
    });
  });

  it("is dropped by abortRun, and says so", async () => {
    const run = agentRun();
    const { runId } = waiting(await run.exec("await yield_control()"));
    expect(run.runtime.abortRun({ runId: "someone else" })).toBe(0);
    expect(run.runtime.abortRun({ runId: run.ctx.runId })).toBe(1);
    await sleep(20);
    const [, wait] = run.runtime.createTools(run.ctx);
    expect((await wait.execute("id", { runId })).details).toMatchObject({
      status: "failed",
      code: "aborted",
      error: "code mode run was aborted.",
    });
  });
});
