import { describe, expect, it } from "vitest";
import { projectNestedToolCalls } from "../index.js";
import type { CodeModeEvent, NestedCallEvent } from "../index.js";
import { agentRun, childRun, completed, deferred, failed, inChild, sleep, tool, waiting } from "./support.js";

const SECRET = "hunter2-s3cret";

describe("telemetry", () => {
  it("says what a cell was given and what it did", async () => {
    const run = agentRun({
      tools: [
        tool("echo"),
        tool("browse", undefined, { source: "plugin", sourceName: "browser" }),
        tool("create_issue", undefined, { source: "mcp", sourceName: "github", mcp: { serverName: "github", toolName: "create_issue" } }),
      ],
    });
    const first = waiting(
      await run.exec("await tools.search('echo'); await tools.describe('echo'); await tools.echo(); await tools.echo(); await MCP.github.createIssue(); await API.list(); await yield_control(); await tools.browse(); return 1"),
    );
    expect(first.telemetry).toMatchObject({
      visibleTools: ["exec", "wait"],
      catalogSize: 3,
      sources: { openclaw: 1, plugin: 1, mcp: 1, client: 0 },
      execCount: 1,
      waitCount: 0,
      searchCount: 1,
      describeCount: 1,
      callCount: 3,
      namespaceCount: 1,
      calledTools: ["openclaw:core:echo", "mcp:github:create_issue"],
      limits: {},
      snapshot: { bytes: expect.any(Number), savedAt: expect.any(Number), restores: 0 },
    });
    expect(Math.abs((first.telemetry.snapshot.savedAt ?? 0) - Date.now())).toBeLessThan(5000);
    const { telemetry } = completed(await run.wait(first.runId));
    expect(telemetry).toMatchObject({ execCount: 1, waitCount: 1, searchCount: 1, callCount: 4, calledTools: expect.arrayContaining(["plugin:browser:browse"]) });
    const { transformMs, guestMs, hostWaitMs, totalMs } = telemetry.timing;
    for (const part of [transformMs, guestMs, hostWaitMs]) expect(part).toBeGreaterThanOrEqual(0);
    expect(transformMs + guestMs + hostWaitMs).toBeCloseTo(totalMs, 0);
  });

  it.each([
    ["output", { maxOutputBytes: 1024 }, "text('x'.repeat(2000))"],
    ["timeout", { timeoutMs: 100 }, "for (;;);"],
    ["memory", { memoryLimitBytes: 2 << 20 }, "const a = []; for (;;) a.push(new Array(1000).fill(a.length))"],
    ["snapshot", { maxSnapshotBytes: 65_536 }, "const a = Array.from({ length: 50000 }, (_, i) => ({ i })); await yield_control(); return a.length"],
  ])("names the limit that was hit: %s", async (limit, config, code) => {
    expect(failed(await agentRun({ config }).exec(code)).telemetry.limits).toEqual({ [limit]: true });
    expect((await agentRun({ config: {} }).exec("return 1")).telemetry.limits).toEqual({});
  });

  it("lists at most 64 called tools, each once", async () => {
    const many = Array.from({ length: 70 }, (_, i) => tool(`t${i}`));
    const run = agentRun({ tools: many });
    const all = completed(await run.exec("for (const { id } of ALL_TOOLS) { await tools.call(id); await tools.call(id) }")).telemetry.calledTools;
    expect(all).toHaveLength(64);
    expect(new Set(all).size).toBe(64);
  });

  it("and statistics and events hold no inputs, values, environment or errors", async () => {
    process.env.CODE_MODE_SPEC_SECRET = SECRET;
    const events: CodeModeEvent[] = [];
    const run = agentRun({ tools: [tool("echo"), tool("fails", () => Promise.reject(new Error(SECRET)))], options: { onEvent: (event) => events.push(event) } });
    const code = `const s = "${SECRET}"; text(s); await tools.search(s); await tools.echo({ s }); await tools.fails({ s }).catch(() => {}); await yield_control(s); throw new Error(s)`;
    const first = waiting(await run.exec(code, { toolCallId: "outer" }));
    const last = failed(await run.wait(first.runId));
    for (const told of [first.telemetry, last.telemetry, first.calls, last.calls, first.pendingToolCalls, run.runtime.stats(), events]) {
      expect(JSON.stringify(told ?? null)).not.toContain(SECRET);
    }
    delete process.env.CODE_MODE_SPEC_SECRET;
  });
});

describe("the counters of a runtime", () => {
  it("add up, however cells end", async () => {
    const run = agentRun({
      tools: [tool("echo"), tool("never", () => new Promise(() => {}))],
      config: { timeoutMs: 200, snapshotTtlSeconds: 1 },
      options: { inlineWaitMs: 100 },
    });
    completed(await run.exec("await tools.echo(); await tools.search('x'); return 1"));
    failed(await run.exec("throw 1"));
    failed(await run.exec("for (;;);"));
    waiting(await run.exec("await tools.never()"));
    const { runId } = waiting(await run.exec("await yield_control()"));
    completed(await run.wait(runId));
    failed(await run.exec("for (;;);", { signal: AbortSignal.timeout(20) }));
    await sleep(1300);
    const stats = run.runtime.stats();
    expect(stats).toMatchObject({
      execCount: 6,
      waitCount: 1,
      searchCount: 1,
      callCount: 2,
      suspendCount: 2,
      completed: 2,
      failed: 1,
      timedOut: 1,
      aborted: 1,
      expired: 1,
      activeRuns: 0,
      suspendedRuns: 0,
      suspendedBytes: 0,
    });
    expect(stats.completed + stats.failed + stats.timedOut + stats.aborted + stats.expired).toBe(stats.execCount);
  });
});

describe("the trajectory", () => {
  const withEvents = (setup: Parameters<typeof agentRun>[0]) => {
    const events: NestedCallEvent[] = [];
    return { events, run: agentRun({ ...setup, options: { ...setup?.options, onNestedCall: (event) => events.push(event) } }) };
  };
  const cutOff = { isError: true, result: { content: [{ type: "text", text: "the code mode cell ended before this call did." }] } };

  it("is projected in the order in which calls began, with parents, times and errors", async () => {
    const { run, events } = withEvents({
      tools: [tool("slow", async ({ i }) => (await sleep(30), { details: i })), tool("fast"), tool("fails", () => Promise.reject(new TypeError("no")))],
    });
    const before = Date.now();
    const result = completed(await run.exec("await Promise.all([tools.slow({ i: 1 }), tools.fast({ i: 2 })]); await tools.fails({ i: 3 }).catch(() => {})", { toolCallId: "outer" }));
    const calls = projectNestedToolCalls(result);
    expect(calls).toEqual([
      { parentToolCallId: "outer", toolCallId: "tool_search_code:outer:slow:1", toolName: "slow", catalogId: "openclaw:core:slow", input: { i: 1 }, result: { details: 1 }, startedAt: expect.any(Number), endedAt: expect.any(Number) },
      { parentToolCallId: "outer", toolCallId: "tool_search_code:outer:fast:2", toolName: "fast", catalogId: "openclaw:core:fast", input: { i: 2 }, result: { details: { i: 2 } }, startedAt: expect.any(Number), endedAt: expect.any(Number) },
      { parentToolCallId: "outer", toolCallId: "tool_search_code:outer:fails:3", toolName: "fails", catalogId: "openclaw:core:fails", input: { i: 3 }, result: { content: [{ type: "text", text: "no" }] }, isError: true, startedAt: expect.any(Number), endedAt: expect.any(Number) },
    ]);
    for (const { startedAt, endedAt } of calls) {
      expect(startedAt).toBeGreaterThanOrEqual(before);
      expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    }
    // Events come as calls end.
    expect(events.map(({ toolName }) => toolName)).toEqual(["fast", "slow", "fails"]);
    expect(events.every((event) => calls.includes(event))).toBe(true);
  });

  it("is known to the tools' results too, and to nobody else", async () => {
    const run = agentRun({ tools: [tool("echo")] });
    const [exec] = run.runtime.createTools(run.ctx);
    const wrapped = await exec.execute("outer", { code: "await tools.echo()" });
    expect(projectNestedToolCalls(wrapped)).toHaveLength(1);
    expect(projectNestedToolCalls(wrapped.details)).toHaveLength(1);
    expect(projectNestedToolCalls(structuredClone(wrapped.details))).toEqual([]);
    expect(projectNestedToolCalls(await run.exec("return 1"))).toEqual([]);
    for (const other of [null, undefined, 1, {}, { details: null }]) expect(projectNestedToolCalls(other as never)).toEqual([]);
  });

  it("goes on over waits, with the parent of the exec", async () => {
    const slow = deferred();
    const { run, events } = withEvents({ tools: [tool("slow", () => slow.promise), tool("echo")], options: { inlineWaitMs: 40 } });
    const parked = waiting(await run.exec("await tools.echo({ at: 0 }); await tools.slow(); await tools.echo({ at: 1 }); return 1", { toolCallId: "exec-id" }));
    expect(projectNestedToolCalls(parked).map(({ toolName }) => toolName)).toEqual(["echo"]);
    slow.resolve({ details: 1 });
    const result = completed(await run.wait(parked.runId, { toolCallId: "wait-id" }));
    const calls = projectNestedToolCalls(result);
    expect(calls.map(({ parentToolCallId, toolCallId }) => [parentToolCallId, toolCallId])).toEqual([
      ["exec-id", "tool_search_code:exec-id:echo:1"],
      ["exec-id", "tool_search_code:exec-id:slow:2"],
      ["exec-id", "tool_search_code:exec-id:echo:3"],
    ]);
    expect(events).toHaveLength(3);
  });

  it("shows a call that an abort cut off, once", async () => {
    const never = deferred();
    const { run, events } = withEvents({ tools: [tool("never", () => never.promise)] });
    const result = failed(await run.exec("await tools.never({ a: 1 })", { toolCallId: "outer", signal: AbortSignal.timeout(50) }));
    expect(projectNestedToolCalls(result)).toMatchObject([{ toolCallId: "tool_search_code:outer:never:1", input: { a: 1 }, ...cutOff }]);
    never.resolve({ details: "late" });
    await sleep(10);
    expect(events).toMatchObject([cutOff]);
    expect(projectNestedToolCalls(result)).toMatchObject([cutOff]);
  });

  it("shows a call that the deadline of a computing cell cut off", async () => {
    const { run, events } = withEvents({ tools: [tool("never", () => new Promise(() => {})), tool("echo")], config: { timeoutMs: 150 } });
    const result = failed(await run.exec("tools.never(); await tools.echo(); for (;;);"));
    expect(result.code).toBe("timeout");
    expect(projectNestedToolCalls(result)).toMatchObject([{ toolName: "never", ...cutOff }, { toolName: "echo" }]);
    expect(events).toHaveLength(2);
  });

  it("shows a call that expiry cut off", async () => {
    const { run, events } = withEvents({ tools: [tool("never", () => new Promise(() => {}))], config: { snapshotTtlSeconds: 1 }, options: { inlineWaitMs: 30 } });
    const parked = waiting(await run.exec("await tools.never()"));
    expect(projectNestedToolCalls(parked)).toEqual([]);
    await sleep(1300);
    expect(events).toMatchObject([{ toolName: "never", ...cutOff }]);
    expect(projectNestedToolCalls(parked)).toMatchObject([{ toolName: "never", ...cutOff }]);
  });

  it("shows calls that closing the runtime cut off", async () => {
    const { run, events } = withEvents({ tools: [tool("never", () => new Promise(() => {}))] });
    const under = run.exec("await Promise.all([tools.never({ i: 0 }), tools.never({ i: 1 })])");
    await sleep(30);
    await run.runtime.close();
    failed(await under);
    expect(events.map(({ input, isError }) => [input, isError])).toEqual([[{ i: 0 }, true], [{ i: 1 }, true]]);
  });

  it("survives a listener that throws", async () => {
    const run = agentRun({ tools: [tool("echo")], options: { onNestedCall: () => { throw new Error("no"); } } });
    completed(await run.exec("await tools.echo(); return 1"));
  });
});

describe("life-cycle events", () => {
  const watched = (setup: Parameters<typeof agentRun>[0] = {}) => {
    const events: CodeModeEvent[] = [];
    return { events, run: agentRun({ ...setup, options: { ...setup.options, onEvent: (event) => events.push(event) } }) };
  };
  const types = (events: CodeModeEvent[]) => events.map(({ type }) => type);

  it("tell a cell's way over waits", async () => {
    const { run, events } = watched();
    const { runId } = waiting(await run.exec("await yield_control(); await yield_control(); return 1", { toolCallId: "outer" }));
    waiting(await run.wait(runId));
    completed(await run.wait(runId));
    await sleep(5);
    expect(types(events)).toEqual(["started", "waiting", "resumed", "waiting", "resumed", "completed"]);
    expect(new Set(events.map(({ cell }) => cell)).size).toBe(1);
    expect(events[0]).toEqual({ type: "started", cell: expect.any(Number), toolCallId: "outer", at: expect.any(Number) });
    expect(events[1]).toEqual({ type: "waiting", cell: expect.any(Number), runId, toolCallId: "outer", at: expect.any(Number), reason: "yield", snapshotBytes: expect.any(Number), pending: 1 });
    expect(events.slice(2).every((event) => event.runId === runId)).toBe(true);
    for (const { at } of events) expect(Math.abs(at - Date.now())).toBeLessThan(5000);
  });

  it("tell how it ended", async () => {
    const { run, events } = watched({ config: { snapshotTtlSeconds: 1 } });
    failed(await run.exec("throw new Error('x')"));
    failed(await run.exec("for (;;);", { signal: AbortSignal.timeout(20) }));
    waiting(await run.exec("await yield_control()"));
    await sleep(1300);
    expect(types(events)).toEqual(["started", "failed", "started", "aborted", "started", "waiting", "expired"]);
    expect(events.filter(({ code }) => code).map(({ code }) => code)).toEqual(["internal_error", "aborted", "snapshot_expired"]);
  });

  it("survive a listener that throws", async () => {
    const run = agentRun({ options: { onEvent: () => { throw new Error("no"); } } });
    expect(completed(await run.exec("return 1")).value).toBe(1);
  });

  it("are written to stderr where the environment asks for it, one line each", async () => {
    const source = `${childRun}
      const run = agentRun();
      const { runId } = await run.exec("const secret = '${SECRET}'; await tools.echo({ secret }); await yield_control()", { toolCallId: "outer\\ncall" });
      await run.wait(runId);
      await new Promise((resolve) => setTimeout(resolve, 20));
      console.log("end");
    `;
    const quiet = await inChild(source);
    expect(quiet).toMatchObject({ code: 0, stdout: "end\n", stderr: "" });
    const told = await inChild(source, { env: { OPENCLAW_DEBUG_CODE_MODE: "1" } });
    const lines = told.stderr.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/^\[code-mode\] \S+ (\w+).*$/, "$1"))).toEqual(["started", "waiting", "resumed", "completed"]);
    expect(lines[1]).toMatch(/^\[code-mode\] \d{4}-\d\d-\d\dT[\d:.]+Z waiting cell=\d+ run=cm_[0-9a-f-]+ call="outer\\ncall" reason=yield snapshot=\d+ B pending=1$/);
    expect(told.stderr).not.toContain(SECRET);
  });
});

describe("the counters of a catalog's session", () => {
  it("may be read-only or missing", async () => {
    const run = agentRun({ tools: [tool("echo")] });
    const { entries } = run.ctx.catalogRef!.current!;
    const exec = (current: object) =>
      run.runtime.exec({ ...run.ctx, catalogRef: { current: current as never } }, { code: "await tools.echo(); return 1" });
    expect(completed(await exec(Object.freeze({ entries, searchCount: 0, describeCount: 0, callCount: 0 }))).value).toBe(1);
    const bare = { entries };
    expect(completed(await exec(bare)).value).toBe(1);
    expect(bare).toMatchObject({ searchCount: 0, describeCount: 0, callCount: 1 });
  });
});
