// The founding document's end-to-end plan, step by step, with a small gateway: a registry that keeps the
// tools' metadata aside, before-call hooks that block, approve late or rewrite, and a transcript.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addClientToolsToCodeModeCatalog,
  applyCodeModeCatalog,
  assertCodeModeToolSurface,
  createCodeModeRuntime,
  createCodeModeTools,
  createToolSearchCatalogRef,
  getCodeModeExecBeforeHookMetadata,
  isCodeModeControlTool,
  normalizeCodeModeExecBeforeHookParams,
  projectNestedToolCalls,
  reconcileCodeModeExecBeforeHookParams,
  setDefaultCodeModeRuntime,
} from "../index.js";
import type { AgentTool, CodeModeContext, CodeModeResult, CodeModeRuntime, ExecuteToolParams, ToolClass } from "../index.js";
import { completed, deferred, failed, sleep, waiting } from "./support.js";

type Params = Record<string, unknown>;

/** What a hook decides about a call. */
interface Verdict {
  block?: string;
  params?: Params;
  /** Resolves when a human has approved. */
  approval?: Promise<unknown>;
}
type Hook = (call: { toolName: string; params: Params; toolKind?: string; toolInputKind?: string }) => Verdict | undefined;

interface TranscriptEntry {
  id: string;
  name: string;
  parent?: string;
  input: unknown;
  isError?: boolean;
}

class Gateway {
  readonly metadata = new WeakMap<AgentTool, ToolClass>();
  readonly transcript: TranscriptEntry[] = [];
  readonly hooks: Hook[] = [];
  /** Ids of calls, as the hooks saw them. */
  readonly hooked: string[] = [];
  readonly runtime: CodeModeRuntime;

  constructor(readonly config: unknown) {
    this.runtime = createCodeModeRuntime({ config, classifyTool: (tool) => this.metadata.get(tool), wrapTool: (tool) => this.guarded(tool) });
    setDefaultCodeModeRuntime(this.runtime);
  }

  tool(name: string, from: ToolClass | undefined, execute: AgentTool["execute"], parameters: object = { type: "object" }): AgentTool {
    const tool: AgentTool = { name, label: name, description: `Does ${name}.`, parameters, execute };
    if (from) this.metadata.set(tool, from);
    return tool;
  }

  /** The gateway's before-call hooks around one tool. */
  private guarded(tool: AgentTool): AgentTool {
    const execute: AgentTool["execute"] = async (id, input, signal, onUpdate) => {
      let params = input as Params;
      this.hooked.push(id);
      for (const hook of this.hooks) {
        const verdict = hook({ toolName: tool.name, params });
        if (verdict?.block) throw new Error(verdict.block);
        if (verdict?.approval) await this.approved(id, verdict.approval);
        if (verdict?.params) params = verdict.params;
      }
      return tool.execute(id, params, signal, onUpdate);
    };
    return { ...tool, execute };
  }

  private readonly holds = new Map<string, () => () => void>();

  /** A human takes as long as it takes: that costs the cell none of its time. */
  private async approved(id: string, approval: Promise<unknown>): Promise<void> {
    const release = this.holds.get(id)?.();
    await approval;
    release?.();
  }

  /** What every nested call goes through. */
  private readonly executeTool = async ({ tool, toolCallId, input, signal, onUpdate, holdDeadline }: ExecuteToolParams) => {
    this.holds.set(toolCallId, holdDeadline);
    try {
      return await tool.execute(toolCallId, input, signal, onUpdate);
    } finally {
      this.holds.delete(toolCallId);
    }
  };

  /** A turn of an agent: the tools after policy, and what the provider's payload would name. */
  turn(tools: AgentTool[], scope: Partial<CodeModeContext> = {}, clientTools: AgentTool[] = []) {
    const ctx: CodeModeContext = {
      config: this.config,
      agentId: "main",
      sessionId: "session",
      sessionKey: "key",
      runId: "run",
      catalogRef: createToolSearchCatalogRef(),
      executeTool: this.executeTool,
      ...scope,
    };
    const applied = applyCodeModeCatalog({ ...ctx, tools: [...tools, ...createCodeModeTools(ctx)] });
    const client = addClientToolsToCodeModeCatalog({ ...ctx, tools: clientTools });
    const visible = [...applied.tools, ...client.tools];
    const payload = visible.map(({ name }) => name);
    if (applied.catalogRegistered) assertCodeModeToolSurface(payload);
    return { ctx, applied, visible, payload };
  }

  /** The model calls a tool that it sees. */
  async call(visible: AgentTool[], name: string, id: string, input: Params): Promise<CodeModeResult> {
    const tool = visible.find((one) => one.name === name) as AgentTool;
    const shown = normalizeCodeModeExecBeforeHookParams({ tool, params: input });
    let adjusted: Params = shown;
    for (const hook of this.hooks) {
      const verdict = hook({ toolName: name, params: adjusted, ...getCodeModeExecBeforeHookMetadata({ tool, params: adjusted }) });
      if (verdict?.block) throw new Error(verdict.block);
      if (verdict?.params) adjusted = verdict.params;
    }
    const params = reconcileCodeModeExecBeforeHookParams({ tool, originalParams: input, hookParams: shown, adjustedParams: adjusted });
    this.transcript.push({ id, name, input });
    const { details } = (await tool.execute(id, params)) as { details: CodeModeResult };
    const known = new Set(this.transcript.map((entry) => entry.id));
    for (const call of projectNestedToolCalls(details)) {
      if (known.has(call.toolCallId)) continue;
      this.transcript.push({ id: call.toolCallId, name: call.toolName, parent: call.parentToolCallId, input: call.input, ...(call.isError ? { isError: true } : {}) });
    }
    return details;
  }
}

const gatewayTools = (gateway: Gateway, slow: Promise<unknown>) => ({
  message: gateway.tool("message", undefined, async (_, input) => ({ content: [{ type: "text", text: "sent" }], details: { sent: input } })),
  shell: gateway.tool("exec", undefined, async (_, input) => ({ details: { ran: (input as { command: string }).command } })),
  slow: gateway.tool("slow_report", undefined, async () => ({ details: await slow })),
  browser: gateway.tool("browser_request", { source: "plugin", sourceName: "browser" }, async (_, input) => ({ details: { fetched: input } })),
  mcp: gateway.tool(
    "github__create_issue",
    { source: "mcp", sourceName: "github", mcp: { serverName: "github", toolName: "create_issue" } },
    async (_, input) => ({ content: [{ type: "text", text: "created" }], details: {}, structuredContent: { number: 7, of: input } }) as never,
    { type: "object", properties: { title: { type: "string" }, body: { type: "string" } }, required: ["title"] },
  ),
  client: gateway.tool("select_file", { source: "client", sourceName: "app" }, async () => ({ details: "file.txt" })),
  search: gateway.tool("tool_search", undefined, async () => ({})),
});

describe("the end-to-end plan with code mode off", () => {
  let gateway: Gateway;
  let turn: ReturnType<Gateway["turn"]>;
  let tools: AgentTool[];

  it("1. starts the gateway with tools.codeMode.enabled: false", () => {
    gateway = new Gateway({ tools: { codeMode: { enabled: false } } });
    expect(gateway.runtime.config.enabled).toBe(false);
  });
  it("2. sends an agent turn with a small direct tool set", () => {
    const { message, shell, browser } = gatewayTools(gateway, Promise.resolve());
    tools = [message, shell, browser];
    turn = gateway.turn(tools);
  });
  it("3. confirms that the tools that the model sees are unchanged", () => {
    expect(turn.applied).toMatchObject({ compacted: false, catalogToolCount: 0, catalogRegistered: false });
    const ordinary = turn.visible.filter((tool) => !isCodeModeControlTool(tool));
    ordinary.forEach((tool, index) => expect(tool).toBe(tools[index]));
    expect(ordinary).toHaveLength(tools.length);
    expect(turn.ctx.catalogRef?.current).toBeUndefined();
  });
});

describe("the end-to-end plan with code mode on", () => {
  const slow = deferred();
  let gateway: Gateway;
  let turn: ReturnType<Gateway["turn"]>;
  let parked: string;
  let result: ReturnType<typeof completed>;
  const exec = (id: string, code: string) => gateway.call(turn.visible, "exec", id, { code });
  const value = async (id: string, code: string) => completed(await exec(id, code)).value as any;

  beforeAll(() => {
    gateway = new Gateway({ tools: { codeMode: { enabled: true, timeoutMs: 400, snapshotTtlSeconds: 1 } } });
  });
  afterAll(async () => {
    setDefaultCodeModeRuntime(undefined);
    await gateway.runtime.close();
  });

  it("4. starts the gateway again with tools.codeMode.enabled: true", () => {
    expect(gateway.runtime.config.enabled).toBe(true);
  });
  it("5. sends an agent turn with OpenClaw, plugin, MCP and client tools", () => {
    const { client, ...own } = gatewayTools(gateway, slow.promise);
    turn = gateway.turn(Object.values(own), {}, [client]);
    expect(turn.applied).toMatchObject({ compacted: true, catalogRegistered: true });
  });
  it("6. confirms that the model sees exactly exec and wait", () => {
    expect(turn.payload).toEqual(["exec", "wait"]);
    expect(turn.visible.every(isCodeModeControlTool)).toBe(true);
    expect(() => assertCodeModeToolSurface([...turn.payload, "message"])).toThrow(expect.objectContaining({ code: "runtime_unavailable" }));
  });
  it("7. reads ALL_TOOLS in exec and finds the effective tools", async () => {
    expect(await value("call-7", "return ALL_TOOLS.map((t) => t.id)")).toEqual([
      "client:app:select_file",
      "openclaw:core:exec",
      "openclaw:core:message",
      "openclaw:core:slow_report",
      "plugin:browser:browser_request",
    ]);
  });
  it("8. calls OpenClaw, plugin and client tools through search, describe and call", async () => {
    const code = `
      const results = [];
      for (const query of ["message", "browser", "select"]) {
        const [entry] = await tools.search(query);
        const { parameters } = await tools.describe(entry.id);
        results.push([entry.id, parameters.type, (await tools.call(entry.id, { q: query })).result.details]);
      }
      return results`;
    expect(await value("call-8", code)).toEqual([
      ["openclaw:core:message", "object", { sent: { q: "message" } }],
      ["plugin:browser:browser_request", "object", { fetched: { q: "browser" } }],
      ["client:app:select_file", "object", "file.txt"],
    ]);
  });
  it("9. reads the declarations of the MCP tools without a call", async () => {
    const before = gateway.hooked.length;
    const [files, content] = await value("call-9", `return [(await API.list("mcp")).files.map((f) => f.path), (await API.read("mcp/github.d.ts")).content]`);
    expect(files).toEqual(["mcp/index.d.ts", "mcp/github.d.ts"]);
    expect((content as string).replace(/\s+/g, " ")).toContain("function createIssue(input: { title: string; body?: string; }): Promise<McpToolResult>;");
    expect(gateway.hooked).toHaveLength(before);
  });
  it("10. calls MCP tools through MCP only", async () => {
    expect(await value("call-10", `return await MCP.github.createIssue({ title: "t" })`)).toMatchObject({ structuredContent: { number: 7, of: { title: "t" } } });
    expect(await value("call-10b", `return [ALL_TOOLS.some((t) => t.source === "mcp"), typeof tools.github__create_issue, (await tools.search("issue")).length]`)).toEqual([false, "undefined", 0]);
  });
  it("11. confirms that denied tools are absent, also by a guessed id", async () => {
    const guesses = ["openclaw:core:denied", "mcp:github:github__create_issue", "tool_search", "openclaw:core:wait", "openclaw:core:tool_search"];
    const messages = (await value("call-11", `const r = []; for (const id of ${JSON.stringify(guesses)}) r.push(await tools.call(id).catch((e) => e.message)); return r`)) as string[];
    messages.forEach((message, index) => expect(message).toMatch(new RegExp(`^Unknown tool id: ${guesses[index]}\\.`)));
  });
  it("12. runs a nested call that ends after exec has returned waiting", async () => {
    const suspended = waiting(await exec("call-12", `text("before"); const r = await tools.slow_report(); text("after"); return r.result.details`));
    expect(suspended).toMatchObject({ reason: "pending_tools", output: [{ type: "text", text: "before" }] });
    parked = suspended.runId;
  });
  it("13. calls wait, and the restored VM receives the tool's result", async () => {
    slow.resolve({ rows: 3 });
    result = completed(await gateway.call(turn.visible, "wait", "call-13", { runId: parked }));
    expect(result.value).toEqual({ rows: 3 });
    expect(result.telemetry.waitCount).toBe(1);
  });
  it("14. confirms that the final answer has the output that was made after the restore", () => {
    expect(result.output).toEqual([{ type: "text", text: "before" }, { type: "text", text: "after" }]);
    expect(result.outputSince).toBe(1);
  });
  it("15. confirms that timeout, abort and expiry clean the runtime's state up", async () => {
    expect(failed(await exec("call-15a", "for (;;);")).code).toBe("timeout");
    const aborted = exec("call-15b", "await tools.message(); for (;;);");
    await sleep(30);
    expect(gateway.runtime.abortRun({ runId: "run" })).toBe(1);
    expect(failed(await aborted).code).toBe("aborted");
    const { runId } = waiting(await exec("call-15c", "await yield_control()"));
    expect(gateway.runtime.stats().suspendedRuns).toBe(1);
    await sleep(1300);
    expect(gateway.runtime.stats()).toMatchObject({ activeRuns: 0, suspendedRuns: 0, suspendedBytes: 0 });
    await expect(gateway.call(turn.visible, "wait", "call-15d", { runId })).rejects.toMatchObject({ code: "snapshot_expired" });
  });
  it("16. exports the trajectory: nested calls stand under their parents", () => {
    const children = (parent: string) => gateway.transcript.filter((entry) => entry.parent === parent).map(({ name }) => name);
    expect(children("call-8")).toEqual(["message", "browser_request", "select_file"]);
    expect(children("call-10")).toEqual(["github__create_issue"]);
    expect(children("call-12")).toEqual(["slow_report"]);
    expect(children("call-13")).toEqual([]);
    expect(children("call-15b")).toEqual(["message"]);
    const ids = gateway.transcript.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, parent } of gateway.transcript) if (parent) expect(id.startsWith(`tool_search_code:${parent}:`)).toBe(true);
  });
});

describe("the gateway's hooks", () => {
  const started = (config: object = {}) => {
    const gateway = new Gateway({ tools: { codeMode: { enabled: true, timeoutMs: 400, ...config } } });
    const { client: _, search: __, ...own } = gatewayTools(gateway, Promise.resolve("done"));
    const turn = gateway.turn(Object.values(own));
    return { gateway, exec: (code: string, more: Params = {}) => gateway.call(turn.visible, "exec", "outer", { code, ...more }) };
  };
  afterAll(() => setDefaultCodeModeRuntime(undefined));

  it("run before every nested call, however it is made", async () => {
    const { gateway, exec } = started();
    completed(await exec("await tools.message(); await tools.call('openclaw:core:exec', { command: 'ls' }); await MCP.github.createIssue({ title: 't' })"));
    expect(gateway.hooked).toEqual(["tool_search_code:outer:message:1", "tool_search_code:outer:exec:2", "tool_search_code:outer:github__create_issue:3"]);
  });

  it("can block a nested call, which the cell can catch, and the others go on", async () => {
    const { gateway, exec } = started();
    gateway.hooks.push(({ toolName }) => (toolName === "message" ? { block: "messages are not allowed" } : undefined));
    expect(completed(await exec("return [await tools.message().catch((e) => e.message), (await tools.browser_request({ a: 1 })).result.details]")).value).toEqual([
      "messages are not allowed",
      { fetched: { a: 1 } },
    ]);
    expect(failed(await exec("await tools.message()"))).toMatchObject({ code: "nested_tool_failed", error: "messages are not allowed" });
  });

  it("can rewrite a nested call", async () => {
    const { gateway, exec } = started();
    gateway.hooks.push(({ toolName, params }) => (toolName === "message" ? { params: { ...params, to: "nobody" } } : undefined));
    expect(completed(await exec("return (await tools.message({ to: 'all' })).result.details")).value).toEqual({ sent: { to: "nobody" } });
  });

  it("can approve late, which does not cost the cell its time; one approval is of one call", async () => {
    const { gateway, exec } = started({ timeoutMs: 250 });
    let asked = 0;
    gateway.hooks.push(({ toolName }) => (toolName === "message" ? { approval: (asked++, sleep(600)) } : undefined));
    expect(completed(await exec("return (await Promise.all([tools.message({ n: 1 }), tools.message({ n: 2 })])).map((r) => r.result.details)")).value).toEqual([
      { sent: { n: 1 } },
      { sent: { n: 2 } },
    ]);
    expect(asked).toBe(2);
  });

  it("see a cell in code and command, with its kind, and a shell call without", async () => {
    const { gateway, exec } = started();
    const seen: unknown[] = [];
    gateway.hooks.push(({ toolName, params, toolKind, toolInputKind }) => void (toolName === "exec" && seen.push({ params, toolKind, toolInputKind })));
    const code = "return (await tools.call('openclaw:core:exec', { command: 'ls' })).result.details.ran";
    expect(completed(await exec(code)).value).toBe("ls");
    expect(seen).toEqual([
      { params: { code, command: code }, toolKind: "code_mode_exec", toolInputKind: "javascript" },
      { params: { command: "ls" }, toolKind: undefined, toolInputKind: undefined },
    ]);
  });

  it("can rewrite a cell through either field, but not both ways", async () => {
    const { gateway, exec } = started();
    gateway.hooks.push(({ toolKind, params }) => (toolKind ? { params: { ...params, command: "return 'rewritten'" } } : undefined));
    expect(completed(await exec("return 'original'")).value).toBe("rewritten");
    gateway.hooks[0] = ({ toolKind, params }) => (toolKind ? { params: { ...params, code: "return 1", command: "return 2" } } : undefined);
    await expect(exec("return 'original'")).rejects.toMatchObject({ name: "ToolInputError", message: "code and command must match when both are provided." });
  });

  it("can block a cell", async () => {
    const { gateway, exec } = started();
    gateway.hooks.push(({ toolKind }) => (toolKind === "code_mode_exec" ? { block: "no cells" } : undefined));
    await expect(exec("return 1")).rejects.toThrow("no cells");
  });

  it("are kept by a catalog that the gateway filled itself", async () => {
    const gateway = new Gateway({ tools: { codeMode: true } });
    const { message } = gatewayTools(gateway, Promise.resolve());
    const entries = [{ id: "openclaw:core:message", source: "openclaw" as const, sourceName: "core", name: "message", description: "d", parameters: { type: "object" }, tool: message }];
    const ctx: CodeModeContext = { config: gateway.config, runId: "r", catalogRef: { current: { entries, searchCount: 0, describeCount: 0, callCount: 0 } } };
    const ran: string[] = [];
    ctx.executeTool = ({ tool, toolCallId, input }) => (ran.push(toolCallId), tool.execute(toolCallId, input));
    const [exec] = createCodeModeTools(ctx);
    const { details } = await exec.execute("outer", { code: "return (await tools.message({ a: 1 })).result.details" });
    expect(completed(details).value).toEqual({ sent: { a: 1 } });
    expect(ran).toEqual(["tool_search_code:outer:message:1"]);
    expect(ctx.catalogRef?.current?.callCount).toBe(1);
  });
});
