import { describe, expect, it } from "vitest";
import { createCodeModeExecutor, projectNestedToolCalls } from "../index.js";
import type { CodeModeContinuation, CodeModeExecution, CodeModeRuntime } from "../index.js";
import { agentRun, deferred, failed, sleep, tool } from "./support.js";

function continuation(execution: CodeModeExecution): CodeModeContinuation {
  if (execution.status !== "waiting") throw new Error(`not waiting: ${JSON.stringify(execution)}`);
  return execution.continuation;
}

const executorOf = (setup: Parameters<typeof agentRun>[0] = {}) => {
  const { runtime, ctx } = agentRun(setup);
  return { runtime, ctx, executor: createCodeModeExecutor({ runtime, ctx }) };
};

describe("an executor", () => {
  it("completes, or fails", async () => {
    const { executor } = executorOf();
    expect(await executor.execute({ code: "return 1" })).toMatchObject({ status: "completed", value: 1 });
    expect(await executor.execute({ code: "throw new Error('x')" })).toMatchObject({ status: "failed", error: "x" });
    expect(await executor.execute({ code: "" })).toMatchObject({ status: "failed", code: "invalid_input" });
  });

  it("gives a continuation, which goes on", async () => {
    const slow = deferred();
    const { executor, runtime } = executorOf({ tools: [tool("slow", () => slow.promise)] });
    const first = await executor.execute({ code: "return (await tools.slow()).result.details" }, { timeoutMs: 60, toolCallId: "outer" });
    const parked = continuation(first);
    expect(first).toMatchObject({ status: "waiting", reason: "pending_tools" });
    expect(parked.retainedBytes).toBeGreaterThan(0);
    expect(parked.retainedBytes).toBe(runtime.stats().suspendedBytes);
    const again = continuation(await parked.resume({ timeoutMs: 30 }));
    expect(again.runId).toBe(parked.runId);
    slow.resolve({ details: "late" });
    const last = await again.resume();
    expect(last).toMatchObject({ status: "completed", value: "late" });
    expect(projectNestedToolCalls(last as never)).toMatchObject([{ parentToolCallId: "outer", toolName: "slow" }]);
    expect([parked.retainedBytes, again.retainedBytes]).toEqual([0, 0]);
  });

  it("keeps to the time of each call, not to the configuration's", async () => {
    const { executor } = executorOf({ config: { timeoutMs: 10_000 } });
    const started = performance.now();
    expect(await executor.execute({ code: "for (;;);" }, { timeoutMs: 100 })).toMatchObject({ status: "failed", code: "timeout" });
    expect(performance.now() - started).toBeLessThan(600);
    expect(await executor.execute({ code: "const t = Date.now(); while (Date.now() - t < 150); return 1" })).toMatchObject({ status: "completed" });
    for (const timeoutMs of [0, -1, NaN, "5" as never]) expect(await executor.execute({ code: "return 1" }, { timeoutMs })).toMatchObject({ status: "completed" });
  });

  it("is stopped by the signal of a call", async () => {
    const { executor } = executorOf();
    expect(await executor.execute({ code: "for (;;);" }, { signal: AbortSignal.timeout(30) })).toMatchObject({ status: "failed", code: "aborted" });
    const parked = continuation(await executor.execute({ code: "await yield_control(); for (;;);" }));
    expect(await parked.resume({ signal: AbortSignal.timeout(30) })).toMatchObject({ status: "failed", code: "aborted" });
  });

  it("drops what is disposed of, and its calls", async () => {
    let signal: AbortSignal | undefined;
    const { executor, runtime } = executorOf({ tools: [tool("never", (_, given) => ((signal = given), new Promise(() => {})))] });
    const parked = continuation(await executor.execute({ code: "await tools.never()" }, { timeoutMs: 50 }));
    const other = continuation(await executor.execute({ code: "await yield_control(); return 2" }));
    parked.dispose();
    parked.dispose();
    expect(signal?.aborted).toBe(true);
    expect(parked.retainedBytes).toBe(0);
    await sleep(20);
    expect(runtime.stats()).toMatchObject({ suspendedRuns: 1, aborted: 1 });
    expect(failed((await parked.resume()) as never)).toMatchObject({ code: "aborted", error: "code mode run was aborted." });
    expect(await other.resume()).toMatchObject({ status: "completed", value: 2 });
  });

  it("is disposed of by using", async () => {
    const { executor, runtime } = executorOf();
    continuation(await executor.execute({ code: "await yield_control()" }))[Symbol.dispose]();
    await sleep(20);
    expect(runtime.stats().suspendedRuns).toBe(0);
  });

  it("stands on a runtime of this package", () => {
    expect(() => createCodeModeExecutor({ ctx: {}, runtime: {} as CodeModeRuntime })).toThrow(expect.objectContaining({ name: "CodeModeError", code: "invalid_input" }));
  });
});
