import { describe, expect, it } from "vitest";
import { projectNestedToolCalls } from "../index.js";
import type { ExecuteToolParams, NestedCallEvent } from "../index.js";
import { agentRun, completed, deferred, failed, sleep, tool, waiting } from "./support.js";

describe("a nested call", () => {
  const run = agentRun({
    tools: [
      tool("echo"),
      tool("text_tool", () => ({ content: [{ type: "text", text: '{"parsed":true}' }] })),
      tool("with-dash"),
      tool("fails", () => Promise.reject(Object.assign(new Error("no luck"), { code: "E_LUCK" }))),
    ],
  });
  const value = async (code: string) => completed(await run.exec(code)).value;

  it("gives the entry and the tool's result", async () => {
    expect(await value("return await tools.call('openclaw:core:echo', { a: 1 })")).toEqual({
      tool: { id: "openclaw:core:echo", name: "echo", description: "Does echo.", source: "openclaw", sourceName: "core" },
      result: { details: { a: 1 } },
    });
  });
  it("may name the tool, or be a function of its name", async () => {
    expect(await value("return (await tools.call('with-dash', { a: 1 })).result.details")).toEqual({ a: 1 });
    expect(await value("return (await tools.echo({ a: 2 })).result.details")).toEqual({ a: 2 });
  });
  it("has an empty object for a missing input", async () => {
    expect(await value("return (await tools.echo()).result.details")).toEqual({});
  });
  it("gives the bare value where that is asked for", async () => {
    expect(await value("return await tools.callValue('echo', { a: 1 })")).toEqual({ a: 1 });
    expect(await value("return await tools.callValue('text_tool')")).toEqual({ parsed: true });
  });
  it("rejects with text only", async () => {
    expect(
      await value("try { await tools.fails() } catch (e) { return [e instanceof Error, e.message, e.code, /node|internal|\\//.test(e.stack ?? '')] }"),
    ).toEqual([true, "no luck", "E_LUCK", false]);
  });
  it("fails the cell when nobody catches it", async () => {
    expect(failed(await run.exec("await tools.fails()"))).toMatchObject({ code: "nested_tool_failed", error: "no luck" });
  });
  it("fails the cell when nobody awaits it", async () => {
    expect(failed(await run.exec("tools.fails(); return 1")).code).toBe("nested_tool_failed");
  });
  it("is refused for a tool that is not there", async () => {
    expect(await value("try { await tools.call('ecko') } catch (e) { return e.message }")).toMatch(/^Unknown tool id: ecko\./);
  });
  it("is made in a sequence of a hundred", async () => {
    expect(await value("let n = 0; for (let i = 0; i < 100; i++) n += (await tools.echo({ i })).result.details.i; return n")).toBe(4950);
  });
});

describe("nested calls in parallel", () => {
  it("are all under way at once", async () => {
    let running = 0;
    let most = 0;
    const run = agentRun({
      tools: [
        tool("work", async ({ i }) => {
          most = Math.max(most, ++running);
          await sleep(20);
          running--;
          return { details: i };
        }),
      ],
    });
    const code = "return (await Promise.all(Array.from({ length: 16 }, (_, i) => tools.work({ i })))).map((r) => r.result.details)";
    expect(completed(await run.exec(code)).value).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(most).toBe(16);
  });

  it("are dispatched in order", async () => {
    const seen: number[] = [];
    const run = agentRun({ tools: [tool("note", ({ i }) => void seen.push(i))] });
    await run.exec("await Promise.all([3, 1, 2].map((i) => tools.note({ i })))");
    expect(seen).toEqual([3, 1, 2]);
  });

  it("are answered one by one", async () => {
    const slow = deferred();
    const seen: string[] = [];
    const run = agentRun({
      tools: [tool("slow", () => slow.promise), tool("fast"), tool("note", ({ what }) => (seen.push(what), slow.resolve({}), {}))],
    });
    completed(await run.exec("await Promise.all([tools.slow(), tools.fast().then(() => tools.note({ what: 'after fast' }))])"));
    expect(seen).toEqual(["after fast"]);
  });

  it("that nobody awaits are awaited before the cell is over", async () => {
    let done = false;
    const run = agentRun({ tools: [tool("work", () => sleep(30).then(() => ((done = true), {})))] });
    completed(await run.exec("tools.work(); return 1"));
    expect(done).toBe(true);
  });

  it("of a cell that has failed are not begun", async () => {
    let begun = 0;
    const run = agentRun({ tools: [tool("work", () => void begun++)] });
    failed(await run.exec("tools.work(); throw new Error('x')"));
    await sleep(20);
    expect(begun).toBe(0);
  });
});

describe("the gateway's executor", () => {
  it("gets everything that belongs to a call", async () => {
    const calls: ExecuteToolParams[] = [];
    const mcp = tool("create_issue", undefined, {
      source: "mcp",
      sourceName: "github",
      mcp: { serverName: "github", toolName: "create_issue" },
    });
    const run = agentRun({
      tools: [tool("echo"), mcp],
      ctx: { executeTool: (params) => (calls.push(params), { details: "from the gateway" }) },
    });
    const result = await run.exec("await tools.echo({ a: 1 }); return await MCP.github.createIssue({ title: 't' })", { toolCallId: "outer 1" });
    expect(completed(result).value).toEqual({ details: "from the gateway" });
    expect(calls.map(({ toolName, source, sourceName, toolCallId, parentToolCallId, input }) => ({ toolName, source, sourceName, toolCallId, parentToolCallId, input }))).toEqual([
      { toolName: "echo", source: "openclaw", sourceName: "core", toolCallId: "tool_search_code:outer_1:echo:1", parentToolCallId: "outer 1", input: { a: 1 } },
      { toolName: "create_issue", source: "mcp", sourceName: "github", toolCallId: "tool_search_code:outer_1:create_issue:2", parentToolCallId: "outer 1", input: { title: "t" } },
    ]);
    expect(calls[1]?.tool).toBe(mcp);
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal);
    expect(calls[0]?.onUpdate).toBeTypeOf("function");
  });

  it("can hold the deadline for an approval", async () => {
    const run = agentRun({
      tools: [tool("approve")],
      config: { timeoutMs: 300 },
      ctx: {
        executeTool: async ({ holdDeadline }) => {
          const release = holdDeadline();
          await sleep(900);
          release();
          release();
          return { details: "approved" };
        },
      },
    });
    expect(completed(await run.exec("return (await tools.approve()).result.details")).value).toBe("approved");
  });

  it("that forgets to release the deadline cannot stop the clock for good", async () => {
    const run = agentRun({
      tools: [tool("approve"), tool("never")],
      config: { timeoutMs: 300 },
      ctx: {
        executeTool: ({ holdDeadline, toolName }) => {
          if (toolName === "never") return new Promise(() => {});
          holdDeadline();
          return {};
        },
      },
    });
    waiting(await run.exec("await tools.approve(); await tools.never()"));
    await run.runtime.close();
  });
});

describe("updates of nested tools", () => {
  it("reach the outer call", async () => {
    const updates: unknown[] = [];
    const run = agentRun({ tools: [tool("work", (_, __, onUpdate) => (onUpdate("half"), onUpdate({ done: 1 }), {}))] });
    completed(await run.exec("await tools.work()", { onUpdate: (partial) => updates.push(partial) }));
    expect(updates).toEqual(["half", { done: 1 }]);
  });

  it("are lost without harm where nobody listens, or the listener throws, or the call is over", async () => {
    let late: ((partial: unknown) => void) | undefined;
    const run = agentRun({ tools: [tool("work", (_, __, onUpdate) => (onUpdate("x"), (late = onUpdate), {}))] });
    completed(await run.exec("await tools.work()"));
    completed(await run.exec("await tools.work()", { onUpdate: () => { throw new Error("no"); } }));
    expect(() => late?.("late")).not.toThrow();
  });

  it("reach the wait that is under way", async () => {
    const go = deferred();
    const run = agentRun({
      tools: [tool("work", async (_, __, onUpdate) => (await go.promise, onUpdate("from wait"), {}))],
      options: { inlineWaitMs: 30 },
    });
    const { runId } = waiting(await run.exec("await tools.work()"));
    const updates: unknown[] = [];
    const result = run.wait(runId, { onUpdate: (partial) => updates.push(partial) });
    go.resolve(undefined);
    completed(await result);
    expect(updates).toEqual(["from wait"]);
  });
});

describe("the runtime's options", () => {
  it("wrap every tool once, with the hook context", async () => {
    const wrapped: unknown[] = [];
    const run = agentRun({
      tools: [tool("echo")],
      toolHookContext: { hooks: 1 },
      options: {
        wrapTool: (inner, hookContext) => {
          wrapped.push(inner.name, hookContext);
          return { ...inner, execute: async (id, input) => ({ details: [await inner.execute(id, input), "wrapped"] }) };
        },
      },
    });
    for (let i = 0; i < 2; i++) {
      expect(completed(await run.exec("return (await tools.echo({ a: 1 })).result.details")).value).toEqual([{ details: { a: 1 } }, "wrapped"]);
    }
    expect(wrapped).toEqual(["echo", { hooks: 1 }]);
  });

  it("report every nested call", async () => {
    const events: NestedCallEvent[] = [];
    const run = agentRun({
      tools: [tool("echo"), tool("fails", () => Promise.reject(new Error("x")))],
      options: { onNestedCall: (event) => events.push(event) },
    });
    await run.exec("await tools.echo({ a: 1 }); await tools.fails().catch(() => {})", { toolCallId: "outer" });
    expect(events).toMatchObject([
      { parentToolCallId: "outer", toolCallId: "tool_search_code:outer:echo:1", toolName: "echo", catalogId: "openclaw:core:echo", input: { a: 1 }, result: { details: { a: 1 } } },
      { toolName: "fails", isError: true },
    ]);
    expect(events.every(({ startedAt, endedAt }) => startedAt <= endedAt)).toBe(true);
  });
});

describe("a held deadline", () => {
  /** A run whose only tool holds the deadline for so many milliseconds, and then does `afterwards`. */
  const heldFor = (ms: number, afterwards: () => Promise<{ details: unknown }>) =>
    agentRun({
      tools: [tool("asked")],
      options: { inlineWaitMs: 100 },
      ctx: {
        executeTool: async ({ holdDeadline }) => {
          const release = holdDeadline();
          await sleep(ms);
          release();
          return afterwards();
        },
      },
    });

  it("stops inlineWaitMs as well: the cell goes on where it was, and is not parked for the time of an approval", async () => {
    const run = heldFor(250, async () => {
      await sleep(30);
      return { details: "allowed" };
    });
    expect(completed(await run.exec("return await tools.callValue('asked')")).value).toBe("allowed");
  });
  it("leaves what was left of inlineWaitMs, and no more", async () => {
    const run = heldFor(150, () => new Promise(() => {}));
    const began = performance.now();
    waiting(await run.exec("await tools.asked()"));
    expect(performance.now() - began).toBeGreaterThan(230);
    expect(performance.now() - began).toBeLessThan(1_000);
    await run.runtime.close();
  });
});

describe("what a cell keeps of its calls", () => {
  it("is bounded by bytes, whatever onNestedCall gets", async () => {
    const seen: number[] = [];
    const run = agentRun({
      tools: [tool("size", () => ({ details: 1 }))],
      options: { onNestedCall: ({ input }) => seen.push((input as { s: string }).s.length) },
    });
    const size = 3 << 18; // ten of these fit into 8 MiB, twelve do not
    const result = await run.exec(`const s = 'x'.repeat(${size}); for (let i = 0; i < 12; i++) await tools.size({ s }); return 1`);
    const events = projectNestedToolCalls(completed(result));
    expect(seen).toEqual(Array.from({ length: 12 }, () => size));
    const kept = (event: { input?: unknown }) => [event.input !== undefined, "result" in event];
    expect(events.map(kept)).toEqual([...Array.from({ length: 10 }, () => [true, true]), [false, false], [false, false]]);
  });
});
