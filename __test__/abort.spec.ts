import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { agentRun, completed, failed, sleep, tool, waiting } from "./support.js";

const aborted = { status: "failed", code: "aborted" };

describe("a signal that has fired already", () => {
  it("fails the cell without starting anything", async () => {
    let begun = 0;
    const run = agentRun({ tools: [tool("work", () => void begun++)] });
    const before = run.runtime.stats().execCount;
    for (const result of [
      await run.exec("await tools.work()", { signal: AbortSignal.abort() }),
      await run.runtime.exec({ ...run.ctx, abortSignal: AbortSignal.abort() }, { code: "await tools.work()" }),
      await run.wait("cm_x", { signal: AbortSignal.abort() }),
    ]) {
      expect(result).toMatchObject(aborted);
    }
    expect(begun).toBe(0);
    expect(run.runtime.stats().execCount).toBe(before);
    const [exec] = run.runtime.createTools(run.ctx);
    expect((await exec.execute("id", { code: "return 1" }, AbortSignal.abort())).details).toMatchObject(aborted);
  });
});

describe("a signal that fires", () => {
  it("stops a cell that computes", async () => {
    const run = agentRun();
    const started = performance.now();
    expect(await run.exec("while (true) {}", { signal: AbortSignal.timeout(50) })).toMatchObject(aborted);
    expect(performance.now() - started).toBeLessThan(500);
    expect(completed(await run.exec("return 1")).value).toBe(1);
  });

  it("reaches the tool that runs", async () => {
    const controller = new AbortController();
    let reason: unknown;
    const run = agentRun({
      tools: [
        tool("work", (_, signal) => {
          setTimeout(() => controller.abort(new Error("enough")), 10);
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject((reason = signal.reason))));
        }),
      ],
    });
    expect(await run.exec("try { await tools.work() } catch {} return 1", { signal: controller.signal })).toMatchObject(aborted);
    expect(reason).toMatchObject({ message: "enough" });
  });

  it("drops the context's parked cells", async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const run = agentRun({
      tools: [tool("never", (_, signal) => ((given = signal), new Promise(() => {})))],
      ctx: { abortSignal: controller.signal },
      options: { inlineWaitMs: 30 },
    });
    const { runId } = waiting(await run.exec("await tools.never()"));
    controller.abort();
    expect(given?.aborted).toBe(true);
    await sleep(20);
    const result = failed(await run.runtime.wait({ ...run.ctx, abortSignal: undefined }, { runId }));
    expect(result).toMatchObject({ code: "aborted", error: "code mode run was aborted." });
  });

  it("does nothing to a cell that an earlier exec has parked", async () => {
    const controller = new AbortController();
    const run = agentRun();
    const { runId } = waiting(await run.exec("await yield_control(); return 1", { signal: controller.signal }));
    controller.abort();
    await sleep(20);
    expect(completed(await run.wait(runId)).value).toBe(1);
  });

  it("stops a wait", async () => {
    const run = agentRun({ tools: [tool("never", () => new Promise(() => {}))], options: { inlineWaitMs: 30 } });
    const { runId } = waiting(await run.exec("await tools.never()"));
    const controller = new AbortController();
    const result = run.wait(runId, { signal: controller.signal });
    controller.abort();
    expect(await result).toMatchObject(aborted);
  });
});

describe("listeners", () => {
  it("are gone when the cell is over", async () => {
    const call = new AbortController();
    const context = new AbortController();
    const run = agentRun({ ctx: { abortSignal: context.signal } });
    const warnings: unknown[] = [];
    const warned = (warning: unknown) => warnings.push(warning);
    process.on("warning", warned);
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 50 }, () => run.exec("return 1", { signal: call.signal })));
    }
    for (let i = 0; i < 1000; i++) await run.exec("return 1", { signal: call.signal });
    await sleep(5);
    process.off("warning", warned);
    expect(warnings).toEqual([]);
    expect(getEventListeners(call.signal, "abort")).toEqual([]);
    expect(getEventListeners(context.signal, "abort")).toEqual([]);
  });
});

describe("abortRun", () => {
  it("stops what runs, and says how many", async () => {
    let signal: AbortSignal | undefined;
    const run = agentRun({ tools: [tool("never", (_, given) => ((signal = given), new Promise(() => {})))] });
    const result = run.exec("await tools.never()");
    while (!signal) await sleep(1);
    expect(run.runtime.abortRun({ sessionId: "another" })).toBe(0);
    expect(run.runtime.abortRun({ runId: run.ctx.runId })).toBe(1);
    expect(await result).toMatchObject(aborted);
    expect(signal.aborted).toBe(true);
  });
});

describe("an answer that comes too late", () => {
  it("is ignored", async () => {
    let settle: (() => void) | undefined;
    const run = agentRun({ tools: [tool("late", () => new Promise((resolve) => (settle = () => resolve({}))))] });
    const result = run.exec("await tools.late()", { signal: AbortSignal.timeout(50) });
    expect(await result).toMatchObject(aborted);
    settle?.();
    await sleep(10);
    expect(completed(await run.exec("return 1")).value).toBe(1);
  });
});

describe("what only looks like a signal", () => {
  it("fails the call where it throws, and starts nothing", async () => {
    const run = agentRun();
    const throws = () => {
      throw new Error("no listeners here");
    };
    const signal = { aborted: false, addEventListener: throws } as unknown as AbortSignal;
    const expected = { code: "invalid_input", error: expect.stringContaining("no listeners here") };
    expect(failed(await run.exec("return 1", { signal }))).toMatchObject(expected);
    const { runId } = waiting(await run.exec("await yield_control(); return 1"));
    expect(failed(await run.wait(runId, { signal }))).toMatchObject(expected);
    expect(run.runtime.stats()).toMatchObject({ execCount: 1, activeRuns: 0, suspendedRuns: 1 });
    expect(completed(await run.wait(runId)).value).toBe(1);
    const ctx = { ...run.ctx, abortSignal: signal };
    expect(failed(await run.runtime.exec(ctx, { code: "return 1" }))).toMatchObject(expected);
    const call = Object.defineProperty({}, "onUpdate", { get: throws });
    expect(failed(await run.exec("return 1", call)).error).toContain("no listeners here");
    expect(run.runtime.stats()).toMatchObject({ execCount: 1, activeRuns: 0, suspendedRuns: 0 });
  });
  it("cannot keep a result back for want of removeEventListener", async () => {
    const run = agentRun();
    const signal = { aborted: false, addEventListener() {} } as unknown as AbortSignal;
    expect(completed(await run.exec("return 1", { signal })).value).toBe(1);
  });
});

describe("the reason of whoever aborts", () => {
  const never = () => {
    let given: AbortSignal | undefined;
    return { made: tool("never", (_, signal) => ((given = signal), new Promise(() => {}))), reason: () => given?.reason as unknown };
  };
  const reason = new Error("the user has left");

  it("is in the result, and is the one that the tool's signal has", async () => {
    for (const side of ["call", "context"]) {
      const controller = new AbortController();
      const { made, reason: seen } = never();
      const run = agentRun({ tools: [made], ctx: side === "context" ? { abortSignal: controller.signal } : {} });
      const result = run.exec("await tools.never()", side === "call" ? { signal: controller.signal } : undefined);
      while (run.runtime.stats().callCount === 0) await sleep(1);
      await sleep(5);
      controller.abort(reason);
      expect(failed(await result)).toMatchObject({ ...aborted, detail: "the user has left" });
      expect(seen()).toBe(reason);
    }
  });
  it("is in the result of what had been aborted before it began", async () => {
    const run = agentRun();
    for (const result of [await run.exec("return 1", { signal: AbortSignal.abort(reason) }), await run.wait("cm_x", { signal: AbortSignal.abort(reason) })]) {
      expect(failed(result)).toMatchObject({ ...aborted, detail: "the user has left" });
    }
    expect(failed(await run.exec("return 1", { signal: AbortSignal.abort() }))).not.toHaveProperty("detail");
  });
  it("is in the result of a wait that comes after it", async () => {
    const controller = new AbortController();
    const run = agentRun({ ctx: { abortSignal: controller.signal } });
    const { runId } = waiting(await run.exec("await yield_control()"));
    controller.abort("shut down");
    await sleep(20);
    expect(failed(await run.runtime.wait({ ...run.ctx, abortSignal: undefined }, { runId }))).toMatchObject({ ...aborted, detail: "shut down" });
  });
});

describe("a call that was on its way when its run was aborted", () => {
  const busy = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  };
  const ways: [string, (run: ReturnType<typeof agentRun>, controller: AbortController) => unknown][] = [
    ["the signal", (_, controller) => controller.abort()],
    ["the context's signal", (_, controller) => controller.abort()],
    ["abortRun", (run) => run.runtime.abortRun(run.ctx)],
    ["endRun", (run) => run.runtime.endRun(run.ctx)],
    ["close", (run) => void run.runtime.close()],
  ];
  it.each(ways)("is not begun after %s", async (way, abort) => {
    let begun = 0;
    const run = agentRun({ tools: [tool("work", () => (begun++, {}))] });
    completed(await run.exec("return 1"));
    const controller = new AbortController();
    const ctx = way === "the context's signal" ? { ...run.ctx, abortSignal: controller.signal } : run.ctx;
    const result = run.runtime.exec(ctx, { code: "await tools.work({})" }, way === "the signal" ? { signal: controller.signal } : {});
    // Long enough for the cell to have asked: what it asked for waits for the event loop.
    busy(20);
    abort(run, controller);
    expect(await result).toMatchObject(aborted);
    await sleep(20);
    expect(begun).toBe(0);
  });

  it("is not begun when a call of the same batch aborts the run", async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const stop = tool("stop", () => (seen.push("stop"), controller.abort(), {}));
    const run = agentRun({ tools: [stop, tool("work", () => (seen.push("work"), {}))] });
    const result = await run.exec("await Promise.all([tools.stop({}), tools.work({}), tools.work({})])", { signal: controller.signal });
    expect(result).toMatchObject(aborted);
    expect(seen).toEqual(["stop"]);
  });

  it("leaves a cell that was parked before the abort its later calls", async () => {
    const run = agentRun({ tools: [tool("work", (_, signal) => ({ details: signal?.aborted }))] });
    const controller = new AbortController();
    const parked = run.exec("await yield_control(); return (await tools.work({})).result.details", { signal: controller.signal });
    busy(20);
    controller.abort();
    const first = await parked;
    if (first.status !== "waiting") throw new Error(`not parked: ${JSON.stringify(first)}`);
    expect(completed(await run.wait(waiting(first).runId)).value).toBe(false);
  });
});

describe("a signal that fires in the moment in which its cell is parked", () => {
  const slow = (aborted: string[]) =>
    tool("slow", (_, signal) => new Promise((resolve, reject) => {
      setTimeout(resolve, 25, { details: 1 });
      signal?.addEventListener("abort", () => (aborted.push("slow"), reject(new Error("cut off"))));
    }));

  const finish = async (run: ReturnType<typeof agentRun>, result: Awaited<ReturnType<typeof run.exec>>) => {
    while (result.status === "waiting") result = await run.wait(result.runId);
    return result;
  };

  it("aborts it, or comes too late and leaves its calls alone", async () => {
    for (let round = 0; round < 60; round++) {
      const aborted: string[] = [];
      const run = agentRun({ tools: [slow(aborted)], options: { inlineWaitMs: 10 } });
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 10);
      const first = await run.exec("return (await tools.slow()).result.details", { signal: controller.signal });
      if (first.status === "failed") {
        expect(first.code).toBe("aborted");
      } else {
        expect(completed(await finish(run, first)).value).toBe(1);
        expect(aborted).toEqual([]);
      }
      await run.runtime.close();
    }
  });

  it("comes too late when the cell is parked and its result on the way", async () => {
    const aborted: string[] = [];
    const run = agentRun({ tools: [slow(aborted)], options: { inlineWaitMs: 5 } });
    const controller = new AbortController();
    const result = run.exec("return (await tools.slow()).result.details", { signal: controller.signal });
    await sleep(2);
    for (const end = performance.now() + 15; performance.now() < end; );
    controller.abort();
    const parked = await result;
    expect(parked.status).toBe("waiting");
    expect(completed(await finish(run, parked)).value).toBe(1);
    expect(aborted).toEqual([]);
  });
});

describe("a call that was cut off before it was begun", () => {
  it("is reported once, as what it is", async () => {
    const seen: unknown[] = [];
    const run = agentRun({ tools: [tool("work")], options: { onNestedCall: ({ toolName, isError, input }) => seen.push({ toolName, isError, input }) } });
    completed(await run.exec("return 1"));
    const controller = new AbortController();
    const result = run.exec("await tools.work({ a: 1 })", { signal: controller.signal });
    for (const end = performance.now() + 20; performance.now() < end; );
    controller.abort();
    expect(failed(await result).telemetry.callCount).toBe(1);
    expect(seen).toEqual([{ toolName: "work", isError: true, input: { a: 1 } }]);
  });
});
