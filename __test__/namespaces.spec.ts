import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  applyCodeModeCatalog,
  clearCodeModeNamespacesForPlugin,
  clearCodeModeNamespacesForTest,
  createCodeModeNamespaceRuntime,
  createCodeModeNamespaceTool,
  createCodeModeTools,
  createToolSearchCatalogRef,
  describeCodeModeNamespacesForPrompt,
  listCodeModeNamespaces,
  registerCodeModeNamespaceForPlugin,
  ToolInputError,
} from "../index.js";
import type { AgentTool, CodeModeNamespaceContext, CodeModeNamespaceRegistration, ExecuteToolParams, NestedCallEvent } from "../index.js";
import { agentRun, childRun, completed, deferred, failed, inChild, packageUrl, sleep, switchedOn, tool, waiting } from "./support.js";

beforeEach(clearCodeModeNamespacesForTest);
afterEach(clearCodeModeNamespacesForTest);

const PREFIX = "Code mode namespace ";

/** A tool of a plugin. */
const owned = (name: string, execute?: Parameters<typeof tool>[1], sourceName = "github"): AgentTool =>
  tool(name, execute, { source: "plugin", sourceName });

const issues = (more: Partial<CodeModeNamespaceRegistration> = {}): CodeModeNamespaceRegistration => ({
  id: "github-issues",
  globalName: "Issues",
  requiredToolNames: ["list_issues", "update_issue"],
  createScope: () => ({
    list: createCodeModeNamespaceTool("list_issues"),
    update: createCodeModeNamespaceTool("update_issue", ([number, patch]) => ({ number, patch })),
  }),
  ...more,
});

const tools = () => [owned("list_issues"), owned("update_issue")];

/** An agent run with the tools of the namespace; registers it first. */
function withScope(createScope: CodeModeNamespaceRegistration["createScope"], setup: Parameters<typeof agentRun>[0] = {}) {
  registerCodeModeNamespaceForPlugin("github", issues({ createScope }));
  return agentRun({ tools: tools(), ...setup });
}

describe("a scope that breaks a rule", () => {
  it.each<[string, () => object]>([
    ["on this side of the border", () => ({ a: { b: () => {} } })],
    ["on the other", () => ({ a: { prototype: 1 } })],
    ["by throwing", () => { throw new Error("no"); }],
  ])("is known by its namespace and plugin, which the message need not name: %s", async (_, createScope) => {
    const run = withScope(createScope as CodeModeNamespaceRegistration["createScope"]);
    const detail = 'namespace "github-issues" of plugin "github"';
    expect(failed(await run.exec("return 1"))).toMatchObject({ code: "invalid_input", detail });
    const [exec] = run.runtime.createTools(run.ctx);
    await expect(exec.execute("id", { code: "return 1" })).rejects.toMatchObject({ name: "ToolInputError", detail });
  });
});

describe("registering a namespace", () => {
  const refusal = (registration: object, pluginId: unknown = "github") => {
    try {
      registerCodeModeNamespaceForPlugin(pluginId as string, registration as CodeModeNamespaceRegistration);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it.each<[string, object]>([
    ["id must be non-empty.", { id: " " }],
    ["id must be non-empty.", { id: undefined }],
    ["globalName must be a JavaScript identifier.", { globalName: "a-b" }],
    ["globalName must be a JavaScript identifier.", { globalName: "1a" }],
    ["globalName must be a JavaScript identifier.", { globalName: "class" }],
    ["globalName must be a JavaScript identifier.", { globalName: undefined }],
    ['globalName "tools" is reserved.', { globalName: "tools" }],
    ['globalName "MCP" is reserved.', { globalName: "MCP" }],
    ['globalName "Promise" is reserved.', { globalName: "Promise" }],
    ['globalName "__openclawX" is reserved.', { globalName: "__openclawX" }],
    ['globalName "fetch" collides with a global.', { globalName: "fetch" }],
    ['globalName "process" collides with a global.', { globalName: "process" }],
    ["createScope must be a function.", { createScope: {} }],
    ["requiredToolNames must include at least one tool name.", { requiredToolNames: [] }],
    ["requiredToolNames must include at least one tool name.", { requiredToolNames: undefined }],
    ["requiredToolNames must be non-empty strings.", { requiredToolNames: ["a", " "] }],
    ["requiredToolNames must be non-empty strings.", { requiredToolNames: ["a", 5] }],
  ])("is refused: %s (%j)", (message, fault) => {
    expect(refusal(issues(fault as Partial<CodeModeNamespaceRegistration>))).toBe(PREFIX + message);
    expect(listCodeModeNamespaces()).toEqual([]);
  });

  it("is refused without a plugin", () => {
    for (const pluginId of ["", "  ", undefined, 5]) {
      expect(refusal(issues(), pluginId === undefined ? null : pluginId)).toBe(`${PREFIX}pluginId must be non-empty.`);
    }
  });

  it("is refused for an id or a global that is taken, whoever has it", () => {
    registerCodeModeNamespaceForPlugin("github", issues());
    expect(refusal(issues({ globalName: "Other" }), "gitlab")).toBe(`${PREFIX}id "github-issues" is already registered.`);
    expect(refusal(issues({ id: "other" }), "gitlab")).toBe(`${PREFIX}globalName "Issues" is already registered by "github-issues".`);
    expect(refusal(issues({ id: "other", globalName: "Other" }), "gitlab")).toBeUndefined();
  });

  it("keeps what was checked: trimmed, and not what the plugin changes later", () => {
    const registration = issues({ id: " github-issues ", globalName: " Issues ", requiredToolNames: [" list_issues ", "list_issues"] });
    registerCodeModeNamespaceForPlugin(" github ", registration);
    registration.globalName = "tools";
    registration.requiredToolNames.push("other");
    expect(listCodeModeNamespaces()).toMatchObject([
      { id: "github-issues", pluginId: "github", globalName: "Issues", requiredToolNames: ["list_issues"] },
    ]);
  });

  it("throws errors that say what kind they are", () => {
    expect(() => registerCodeModeNamespaceForPlugin("x", issues({ id: "" }))).toThrow(expect.objectContaining({ name: "CodeModeError", code: "invalid_input" }));
  });

  it("is listed by id, and cleared by plugin", () => {
    registerCodeModeNamespaceForPlugin("b", issues({ id: "z", globalName: "Z" }));
    registerCodeModeNamespaceForPlugin("b", issues({ id: "a", globalName: "A" }));
    registerCodeModeNamespaceForPlugin("c", issues({ id: "m", globalName: "M" }));
    expect(listCodeModeNamespaces().map(({ id }) => id)).toEqual(["a", "m", "z"]);
    clearCodeModeNamespacesForPlugin("nobody");
    clearCodeModeNamespacesForPlugin("b");
    expect(listCodeModeNamespaces().map(({ id, pluginId }) => [id, pluginId])).toEqual([["m", "c"]]);
    registerCodeModeNamespaceForPlugin("d", issues({ id: "a", globalName: "A" }));
  });

  it("is seen by every copy of the package in the process", async () => {
    const child = await inChild(`
      const other = await import(${JSON.stringify(`${packageUrl}?copy`)});
      pkg.registerCodeModeNamespaceForPlugin("p", { id: "i", globalName: "G", requiredToolNames: ["t"], createScope: () => ({ call: pkg.createCodeModeNamespaceTool("t") }) });
      const ref = other.createToolSearchCatalogRef();
      const ctx = { config: { tools: { codeMode: true } }, runId: "r", catalogRef: ref };
      const runtime = other.createCodeModeRuntime();
      runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), { name: "t", source: "plugin", sourceName: "p", execute: async (id, input) => ({ details: input }) }] });
      console.log(other.listCodeModeNamespaces().length, JSON.stringify((await runtime.exec(ctx, { code: "return await G.call({ a: 1 })" })).value));
      other.clearCodeModeNamespacesForPlugin("p");
      console.log(pkg.listCodeModeNamespaces().length);
    `);
    expect(child).toMatchObject({ code: 0, stderr: "", stdout: '1 {"a":1}\n0\n' });
  });
});

describe("a marker", () => {
  it("is data, not a function, and needs a name", () => {
    const marker = createCodeModeNamespaceTool(" list ", ([a]) => a);
    expect(marker).toMatchObject({ toolName: "list" });
    expect((marker as unknown as Record<symbol, unknown>)[Symbol.for("openclaw.codeMode.namespaceToolCall")]).toBe(true);
    for (const name of ["", "  ", undefined]) expect(() => createCodeModeNamespaceTool(name as string)).toThrow(`${PREFIX}toolName must be non-empty.`);
  });
});

describe("a namespace is visible", () => {
  const globals = async (given: AgentTool[]) => {
    const run = agentRun({ tools: given });
    return completed(await run.exec("return [typeof Issues, Object.keys(namespaces)]")).value;
  };
  const hidden = ["undefined", []];

  it("with all its tools, as a global and in namespaces", async () => {
    registerCodeModeNamespaceForPlugin("github", issues());
    expect(await globals(tools())).toEqual(["object", ["Issues"]]);
    const run = agentRun({ tools: tools() });
    expect(completed(await run.exec("return [await Issues.list({ a: 1 }), await namespaces.Issues.list({ a: 2 })]")).value).toEqual([{ a: 1 }, { a: 2 }]);
  });
  it("not with one of them missing", async () => {
    registerCodeModeNamespaceForPlugin("github", issues());
    expect(await globals([owned("list_issues")])).toEqual(hidden);
    expect(await globals([])).toEqual(hidden);
  });
  it("not with one of them owned by another plugin", async () => {
    registerCodeModeNamespaceForPlugin("github", issues());
    expect(await globals([owned("list_issues"), owned("update_issue", undefined, "evil")])).toEqual(hidden);
    expect(await globals([owned("list_issues"), tool("update_issue")])).toEqual(hidden);
  });
  it("no longer once its plugin is rolled back, for cells that begin then", async () => {
    registerCodeModeNamespaceForPlugin("github", issues());
    const run = agentRun({ tools: tools() });
    const parked = waiting(await run.exec("await yield_control(); return await Issues.list({ a: 1 })"));
    clearCodeModeNamespacesForPlugin("github");
    expect(completed(await run.exec("return [typeof Issues, Object.keys(namespaces)]")).value).toEqual(hidden);
    expect(describeCodeModeNamespacesForPrompt(run.ctx)).toBe("");
    expect(completed(await run.wait(parked.runId)).value).toEqual({ a: 1 });
  });
});

describe("createScope", () => {
  it("is called once per cell, with the agent run", async () => {
    const seen: CodeModeNamespaceContext[] = [];
    const { signal } = new AbortController();
    const run = withScope((ctx) => (seen.push(ctx), { n: seen.length }), { ctx: { sessionKey: "key", runtimeConfig: switchedOn(), abortSignal: signal } });
    expect(completed(await run.exec("return Issues.n + Issues.n + namespaces.Issues.n")).value).toBe(3);
    expect(completed(await run.exec("return Issues.n")).value).toBe(2);
    const { config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef } = run.ctx;
    expect(Object.keys(seen[0] as object).sort()).toEqual(["abortSignal", "agentId", "catalogRef", "config", "runId", "runtimeConfig", "sessionId", "sessionKey"]);
    expect(seen[0]).toEqual({ config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef, abortSignal: signal });
    expect(seen[0]?.catalogRef).toBe(catalogRef);
    expect(seen[0]?.abortSignal).toBe(signal);
  });

  it("is not called for an input that is refused, or a namespace that is hidden", async () => {
    let called = 0;
    registerCodeModeNamespaceForPlugin("github", issues({ createScope: () => (called++, {}) }));
    const run = agentRun({ tools: tools() });
    failed(await run.runtime.exec(run.ctx, {}));
    completed(await agentRun({ tools: [tool("other")] }).exec("return 1"));
    expect(called).toBe(0);
  });

  it("may be async, and keeps its this", async () => {
    class Plugin {
      id = "github-issues";
      globalName = "Issues";
      requiredToolNames = ["list_issues"];
      repository = "r";
      async createScope() {
        await sleep(5);
        return { repository: this.repository };
      }
    }
    registerCodeModeNamespaceForPlugin("github", new Plugin());
    expect(completed(await agentRun({ tools: tools() }).exec("return Issues.repository")).value).toBe("r");
  });

  it("gives a frozen tree without prototypes", async () => {
    const shared = { deep: [1, { a: null }] };
    const run = withScope(() => ({ one: shared, two: shared, list: createCodeModeNamespaceTool("list_issues"), many: [createCodeModeNamespaceTool("list_issues"), 7] }));
    const { value } = completed(
      await run.exec(`
        const attempts = [() => { Issues.x = 1 }, () => { Issues.one.deep.push(1) }, () => { delete Issues.list }, () => { Issues = 1 }, () => { Issues.list.x = 1 }];
        const refused = attempts.filter((attempt) => { try { attempt(); return false } catch { return true } }).length;
        return { keys: Object.keys(Issues), one: Issues.one, two: Issues.two, refused, frozen: [Issues, Issues.one, Issues.one.deep, Issues.one.deep[1], Issues.list].every(Object.isFrozen),
          prototypes: [Issues, Issues.one].map(Object.getPrototypeOf), called: await Issues.many[0]({ b: 2 }), many: [Issues.many[1], Issues.many.length] }`),
    );
    expect(value).toEqual({
      keys: ["one", "two", "list", "many"],
      one: shared,
      two: shared,
      refused: 5,
      frozen: true,
      prototypes: [null, null],
      called: { b: 2 },
      many: [7, 2],
    });
  });

  it("keeps what JSON can keep of other values, and names the rest", async () => {
    class Repository {
      owner = "o";
    }
    const run = withScope(() => ({
      nothing: undefined,
      nan: NaN,
      big: 12n,
      symbol: Symbol("s"),
      date: new Date(0),
      invalid: new Date(NaN),
      error: new TypeError("bad"),
      bytes: new Uint8Array([1, 255]),
      floats: new Float64Array([1.5, NaN]),
      url: new URL("https://example.org/"),
      map: new Map([[1, 2]]),
      promise: Promise.resolve(1),
      regexp: /x/,
      instance: new Repository(),
      lone: "a\ud800b",
      nul: null,
    }));
    expect(completed(await run.exec("return Issues")).value).toEqual({
      nothing: null,
      nan: null,
      big: "12",
      symbol: "Symbol(s)",
      date: "1970-01-01T00:00:00.000Z",
      invalid: null,
      error: { name: "TypeError", message: "bad" },
      bytes: [1, 255],
      floats: [1.5, null],
      url: "https://example.org/",
      map: "[object Map]",
      promise: "[object Promise]",
      regexp: "[object RegExp]",
      instance: { owner: "o" },
      lone: "a\ufffdb",
      nul: null,
    });
  });

  const cyclic: Record<string, unknown> = { b: {} };
  (cyclic.b as Record<string, unknown>).c = cyclic;
  const list: unknown[] = [];
  list.push({ list });
  let deep: object = {};
  for (let i = 0; i < 40; i++) deep = { deep };
  let allowed: object = {};
  for (let i = 0; i < 30; i++) allowed = { allowed };
  const tooLarge = 'Code mode namespace "github-issues" scope is too large or too deep.';
  const tooLong = 'Code mode namespace "github-issues" scope is larger than 1048576 bytes.';
  const unreadable = 'Code mode namespace "github-issues" scope could not be read at a.b.';
  const hostile = (traps: ProxyHandler<object>, target: object = {}) => ({ a: { b: new Proxy(target, traps) } });
  const never = () => {
    throw new Error("secret");
  };
  let exponential: unknown = 1;
  for (let i = 0; i < 30; i++) exponential = [exponential, exponential];

  it.each<[string, () => unknown, string]>([
    ["nothing", () => undefined, 'Code mode namespace "github-issues" createScope must return an object.'],
    ["null", () => null, 'Code mode namespace "github-issues" createScope must return an object.'],
    ["an array", () => [], 'Code mode namespace "github-issues" createScope must return an object.'],
    ["text", () => "x", 'Code mode namespace "github-issues" createScope must return an object.'],
    ["a date", () => new Date(), 'Code mode namespace "github-issues" createScope must return an object.'],
    ["a marker", () => createCodeModeNamespaceTool("list_issues"), 'Code mode namespace "github-issues" createScope must return an object.'],
    ["a function", () => () => 1, 'Code mode namespace "github-issues" createScope must return an object.'],
    ["a raw function inside", () => ({ a: { b: async () => 1 } }), "Code mode namespace function at a.b must be created with createCodeModeNamespaceTool."],
    ["a class inside", () => ({ a: [class {}] }), "Code mode namespace function at a.0 must be created with createCodeModeNamespaceTool."],
    ["a cycle", () => ({ a: cyclic }), "Circular code mode namespace scope at a.b.c."],
    ["a cycle through an array", () => ({ list }), "Circular code mode namespace scope at list.0.list."],
    ["a key that reaches a prototype", () => JSON.parse('{"a":{"__proto__":1}}'), "Invalid code mode namespace path segment: __proto__"],
    ["a constructor", () => ({ constructor: 1 }), "Invalid code mode namespace path segment: constructor"],
    ["a prototype", () => ({ prototype: 1 }), "Invalid code mode namespace path segment: prototype"],
    ["an empty key", () => ({ "": 1 }), "Invalid code mode namespace path segment: (empty)"],
    ["a key with a separator", () => ({ "a\0b": 1 }), "Invalid code mode namespace path segment: a\0b"],
    ["a getter that throws", () => ({ a: { get b() { return never(); } } }), unreadable],
    ["a proxy that throws", () => hostile({ ownKeys: never }), unreadable],
    ["a proxy that says it is an array of any length", () => hostile({ get: (_, key) => (key === "length" ? 1e300 : 1) }, []), tooLarge],
    ["a proxy without end", () => { const handler: ProxyHandler<object> = { ownKeys: () => ["x"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: (_, key) => (key === "x" ? new Proxy({}, handler) : undefined) }; return { a: new Proxy({}, handler) }; }, tooLarge],
    ["a toJSON that goes on and on", () => { const again = () => Object.assign(new (class X {})(), { toJSON: again }); return { a: again() }; }, tooLarge],
    ["too many values", () => ({ a: new Array(10_000).fill(1) }), tooLarge],
    ["a sparse array", () => ({ a: new Array(2 ** 32 - 1) }), tooLarge],
    ["aliases without end", () => ({ exponential }), tooLarge],
    ["too deep a tree", () => ({ deep }), tooLarge],
    ["too long a text", () => ({ a: "x".repeat(1 << 21) }), tooLong],
    ["too many bytes", () => ({ a: new Uint8Array(1 << 21) }), tooLong],
    ["texts that are too long together", () => Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, "y".repeat(60_000)])), tooLong],
  ])("is refused: %s", async (_, createScope, message) => {
    const run = withScope(createScope as () => object);
    const started = performance.now();
    expect(failed(await run.exec("return 1"))).toMatchObject({ code: "invalid_input", error: message });
    const [exec] = run.runtime.createTools(run.ctx);
    const rejection = await exec.execute("id", { code: "return 1" }).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(ToolInputError);
    expect(rejection).toMatchObject({ code: "invalid_input", message });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each<[string, () => object, string, unknown]>([
    ["a tree that is deep", () => allowed, "let n = 0, at = Issues; while (at.allowed) { at = at.allowed; n++ } return n", 30],
    ["many values", () => ({ a: new Array(9_000).fill(1) }), "return Issues.a.length", 9000],
    ["a long text", () => ({ a: "x".repeat(1_000_000) }), "return Issues.a.length", 1_000_000],
    ["nothing in it", () => ({}), "return Object.keys(Issues).length", 0],
    ["an object of no prototype", () => Object.assign(Object.create(null) as object, { a: 1 }), "return Issues.a", 1],
  ])("is fine: %s", async (_, createScope, code, value) => {
    expect(completed(await withScope(createScope).exec(code)).value).toBe(value);
  });

  it("fails the cell when it fails, with its message", async () => {
    const run = withScope(() => Promise.reject(new Error("no repository")));
    const message = 'Code mode namespace "github-issues" createScope failed: no repository';
    expect(failed(await run.exec("return 1"))).toMatchObject({ code: "invalid_input", error: message });
    const [exec] = run.runtime.createTools(run.ctx);
    await expect(exec.execute("id", { code: "return 1" })).rejects.toMatchObject({ name: "ToolInputError", code: "invalid_input", message });
  });

  it("has the cell's time, and the cell has what is left", async () => {
    const slow = withScope(() => new Promise(() => {}), { config: { timeoutMs: 150 } });
    const started = performance.now();
    expect(failed(await slow.exec("return 1"))).toMatchObject({ code: "timeout", error: "code mode timeout exceeded" });
    expect(performance.now() - started).toBeLessThan(600);
    clearCodeModeNamespacesForTest();
    const most = withScope(() => sleep(300).then(() => ({})), { config: { timeoutMs: 500 } });
    const began = performance.now();
    expect(failed(await most.exec("while (true) {}")).code).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(750);
  });

  it("is left behind when the cell is aborted", async () => {
    const run = withScope(() => new Promise(() => {}));
    const aborted = { code: "aborted", error: "code mode run was aborted." };
    const controller = new AbortController();
    const one = run.exec("return 1", { signal: controller.signal });
    controller.abort();
    expect(failed(await one)).toMatchObject(aborted);
    const other = run.exec("return 1");
    expect(run.runtime.abortRun({ runId: "someone else" })).toBe(0);
    expect(run.runtime.abortRun({ runId: run.ctx.runId })).toBe(1);
    expect(failed(await other)).toMatchObject(aborted);
    const last = run.exec("return 1");
    await run.runtime.close();
    expect(failed(await last)).toMatchObject(aborted);
  });

  it("keeps the process alive while it works", async () => {
    const child = await inChild(`${childRun}
      pkg.registerCodeModeNamespaceForPlugin("p", { id: "i", globalName: "G", requiredToolNames: ["t"], createScope: () => new Promise((resolve) => setTimeout(resolve, 200, { a: 1 }).unref()) });
      const ctx = { config, runId: "r", catalogRef: pkg.createToolSearchCatalogRef() };
      const runtime = pkg.createCodeModeRuntime();
      runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), { name: "t", source: "plugin", sourceName: "p", execute: async () => ({}) }] });
      runtime.exec(ctx, { code: "return G.a" }).then((result) => console.log(result.value));
    `);
    expect(child).toMatchObject({ code: 0, stderr: "", stdout: "1\n" });
  });
});

describe("a call of a namespace", () => {
  it("maps the arguments, with a mapper that may be async, or takes the first", async () => {
    const inputs: unknown[] = [];
    registerCodeModeNamespaceForPlugin(
      "github",
      issues({
        createScope: () => ({
          list: createCodeModeNamespaceTool("list_issues"),
          update: createCodeModeNamespaceTool("update_issue", async ([number, patch]) => (await sleep(5), { number, patch })),
          nothing: createCodeModeNamespaceTool("list_issues", () => undefined),
        }),
      }),
    );
    const note = (input: unknown) => (inputs.push(input), { details: input });
    const run = agentRun({ tools: [owned("list_issues", note), owned("update_issue", note)] });
    completed(await run.exec("await Issues.list(); await Issues.list({ a: 1 }, 2); await Issues.update(7, { state: 'open' }); await Issues.nothing(1); await Issues.list(null)"));
    expect(inputs).toEqual([{}, { a: 1 }, { number: 7, patch: { state: "open" } }, {}, {}]);
  });

  it("gives the result's details, or the result", async () => {
    const results = [{ details: { a: 1 } }, { content: [{ type: "text", text: "x" }] }, { content: [{ type: "text", text: "x" }], details: {} }, { details: null, other: 1 }];
    let at = 0;
    registerCodeModeNamespaceForPlugin("github", issues({ requiredToolNames: ["list_issues"] , createScope: () => ({ list: createCodeModeNamespaceTool("list_issues") }) }));
    const run = agentRun({ tools: [owned("list_issues", () => results[at++])] });
    expect(completed(await run.exec("const r = []; for (let i = 0; i < 4; i++) r.push(await Issues.list()); return r")).value).toEqual([{ a: 1 }, results[1], results[2], results[3]]);
  });

  it("is a catalog call: executor, ids, hooks, updates, telemetry, trajectory", async () => {
    const calls: ExecuteToolParams[] = [];
    const events: NestedCallEvent[] = [];
    const wrapped: string[] = [];
    registerCodeModeNamespaceForPlugin("github", issues());
    const run = agentRun({
      tools: tools(),
      ctx: { executeTool: (params) => (calls.push(params), params.onUpdate("half"), params.tool.execute(params.toolCallId, params.input)) },
      options: { onNestedCall: (event) => events.push(event), wrapTool: (inner) => (wrapped.push(inner.name), inner) },
    });
    const updates: unknown[] = [];
    const result = completed(
      await run.exec("await tools.search('issue'); return await Issues.update(7, { state: 'closed' })", { toolCallId: "outer", onUpdate: (update) => updates.push(update) }),
    );
    expect(result.value).toEqual({ number: 7, patch: { state: "closed" } });
    expect(calls).toMatchObject([
      { toolName: "update_issue", source: "plugin", sourceName: "github", toolCallId: "tool_search_code:outer:update_issue:1", parentToolCallId: "outer", input: { number: 7, patch: { state: "closed" } } },
    ]);
    expect(wrapped).toEqual(["list_issues", "update_issue"]);
    expect(updates).toEqual(["half"]);
    expect(events).toMatchObject([{ catalogId: "plugin:github:update_issue", input: { number: 7, patch: { state: "closed" } }, result: { details: {} } }]);
    expect(result.telemetry).toMatchObject({ callCount: 1, namespaceCount: 1, calledTools: ["plugin:github:update_issue"] });
    expect(result.calls).toMatchObject([{ id: "plugin:github:update_issue", status: "completed" }]);
  });

  it("fails catchably: a tool that throws, a mapper that throws, arguments that JSON cannot carry", async () => {
    registerCodeModeNamespaceForPlugin(
      "github",
      issues({ createScope: () => ({ list: createCodeModeNamespaceTool("list_issues"), update: createCodeModeNamespaceTool("update_issue", () => { throw new Error("bad arguments"); }) }) }),
    );
    const run = agentRun({ tools: [owned("list_issues", () => Promise.reject(new Error("no access"))), owned("update_issue")] });
    const message = (call: string) => run.exec(`try { await ${call}; return "no error" } catch (error) { return error.message }`).then((result) => completed(result).value);
    expect(await message("Issues.list()")).toBe("no access");
    expect(await message("Issues.update()")).toBe("bad arguments");
    expect(await message("Issues.list(1n)")).not.toBe("no error");
    expect(failed(await run.exec("await Issues.list()"))).toMatchObject({ code: "nested_tool_failed", error: "no access" });
  });

  it("is refused for a tool that the namespace does not declare", async () => {
    registerCodeModeNamespaceForPlugin("github", issues({ requiredToolNames: ["list_issues"] }));
    const run = agentRun({ tools: tools() });
    expect(completed(await run.exec("return await Issues.update(1, {}).catch((e) => e.message)")).value).toBe("Code mode namespace path targets undeclared tool: update_issue");
  });

  it("counts against the limit of pending calls", async () => {
    const run = withScope(() => ({ list: createCodeModeNamespaceTool("list_issues") }), { config: { maxPendingToolCalls: 2 } });
    expect(failed(await run.exec("await Promise.all([1, 2, 3].map((n) => Issues.list({ n })))")).code).toBe("too_many_pending_tool_calls");
    expect(completed(await run.exec("return (await Promise.all([1, 2].map((n) => Issues.list({ n })))).length")).value).toBe(2);
  });

  it("goes on over a wait, and says so while it is pending", async () => {
    const slow = deferred();
    registerCodeModeNamespaceForPlugin("github", issues());
    const run = agentRun({ tools: [owned("list_issues", () => slow.promise), owned("update_issue")], options: { inlineWaitMs: 30 } });
    const parked = waiting(await run.exec("const first = await Issues.list(); return [first, await Issues.update(1, 2)]"));
    expect(parked.pendingToolCalls).toMatchObject([{ method: "namespace", tool: "list_issues" }]);
    slow.resolve({ details: "late" });
    expect(completed(await run.wait(parked.runId)).value).toEqual(["late", { number: 1, patch: 2 }]);
  });

  it("gets its abort signal", async () => {
    let signal: AbortSignal | undefined;
    registerCodeModeNamespaceForPlugin("github", issues());
    const run = agentRun({ tools: [owned("list_issues", (_, given) => ((signal = given), new Promise(() => {}))), owned("update_issue")] });
    const result = run.exec("await Issues.list()");
    while (!signal) await sleep(1);
    run.runtime.abortRun({ runId: run.ctx.runId });
    expect(failed(await result).code).toBe("aborted");
    expect(signal.aborted).toBe(true);
  });

  it("cannot reach what the guest reaches for by itself", async () => {
    const run = withScope(() => ({ list: createCodeModeNamespaceTool("list_issues"), data: { a: 1 } }));
    const { value } = completed(
      await run.exec(`
        const names = [];
        for (const get of [() => Issues.nothing, () => Issues.__proto__, () => Issues.constructor, () => Issues.data.b, () => Issues["list\\0x"], () => Issues.hasOwnProperty]) names.push(typeof get());
        const bridge = Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith("__openclaw"));
        return { names, bridge, source: String(Issues.list).includes("github") }`),
    );
    expect(value).toEqual({ names: new Array(6).fill("undefined"), bridge: [], source: false });
  });
});

describe("prompts", () => {
  const description = (given: AgentTool[], registered: Partial<CodeModeNamespaceRegistration>) => {
    registerCodeModeNamespaceForPlugin("github", issues(registered));
    const ctx = { config: switchedOn(), runId: "r", agentId: "main", catalogRef: createToolSearchCatalogRef() };
    const { tools } = applyCodeModeCatalog({ ...ctx, tools: [...createCodeModeTools(ctx), ...given] });
    return { text: tools[0]?.description ?? "", ctx };
  };
  const HEAD = "Registered namespace globals are available in code mode:";

  it("are in exec's description where the namespace is visible", () => {
    const { text, ctx } = description(tools(), { description: "GitHub issues.", prompt: "Use Issues.list(params)." });
    const said = `${HEAD}\n- Issues: GitHub issues.\n  Use Issues.list(params).`;
    expect(text.endsWith(said)).toBe(true);
    expect(describeCodeModeNamespacesForPrompt(ctx)).toBe(said);
    expect(describeCodeModeNamespacesForPrompt(ctx, ctx.catalogRef.current?.entries)).toBe(said);
    expect(describeCodeModeNamespacesForPrompt(ctx, ctx.catalogRef.current)).toBe(said);
  });
  it("are nowhere where it is hidden", () => {
    const { text, ctx } = description([owned("list_issues")], { description: "GitHub issues.", prompt: "Use it." });
    expect(text).not.toContain("Issues");
    expect(text).not.toContain(HEAD);
    expect(describeCodeModeNamespacesForPrompt(ctx)).toBe("");
    expect(describeCodeModeNamespacesForPrompt({})).toBe("");
  });
  it("may be made for the agent run", () => {
    expect(description(tools(), { prompt: ({ agentId }) => `for ${agentId}` }).text).toContain("- Issues\n  for main");
  });
  it("that fail are left out", () => {
    expect(description(tools(), { prompt: () => { throw new Error("x"); } }).text.endsWith("- Issues")).toBe(true);
  });
  it("are bounded", () => {
    expect(description(tools(), { description: "d".repeat(1e6), prompt: "p".repeat(1e6) }).text.length).toBeLessThan(8000);
  });
  it("come after the MCP servers", () => {
    const mcp = tool("create_issue", undefined, { source: "mcp", sourceName: "gh", mcp: { serverName: "gh", toolName: "create_issue" } });
    const { text } = description([mcp, ...tools()], {});
    expect(text.indexOf("- MCP: MCP server tools grouped by server.")).toBeGreaterThan(0);
    expect(text.indexOf("- Issues")).toBeGreaterThan(text.indexOf("- MCP"));
  });
});

describe("createCodeModeNamespaceRuntime", () => {
  const made = async (registered: Partial<CodeModeNamespaceRegistration> = {}) => {
    registerCodeModeNamespaceForPlugin("github", issues({ description: "d", ...registered }));
    const run = agentRun({ tools: tools() });
    return { run, runtime: await createCodeModeNamespaceRuntime(run.ctx, run.ctx.catalogRef?.current?.entries) };
  };

  it("serialises the visible namespaces", async () => {
    const { runtime } = await made();
    expect(runtime.descriptors).toEqual([
      {
        id: "github-issues",
        globalName: "Issues",
        description: "d",
        scope: { kind: "object", entries: [["list", { kind: "call", tool: "list_issues" }], ["update", { kind: "call", tool: "update_issue" }]] },
      },
    ]);
    expect((await createCodeModeNamespaceRuntime({}, [])).descriptors).toEqual([]);
  });

  it("maps the arguments and hands the tool over", async () => {
    const { runtime } = await made();
    const seen: unknown[] = [];
    const result = await runtime.invoke("github-issues", ["update"], [7, "x"], (params) => (seen.push(params), { details: { ok: true, at: new Date(0) } }));
    expect(result).toEqual({ ok: true, at: "1970-01-01T00:00:00.000Z" });
    expect(seen).toMatchObject([
      { pluginId: "github", toolName: "update_issue", namespaceId: "github-issues", path: ["update"], input: { number: 7, patch: "x" }, entry: { id: "plugin:github:update_issue" } },
    ]);
  });

  it("refuses forged ids and paths before anything runs", async () => {
    const { runtime } = await made({ requiredToolNames: ["list_issues"] });
    const never = () => expect.unreachable();
    const refusal = (id: string, path: string[]) => runtime.invoke(id, path, [], never).then(() => undefined, (error: Error) => error.message);
    expect(await refusal("other", ["list"])).toBe("Unknown code mode namespace: other");
    expect(await refusal("github-issues\0list", [])).toBe("Unknown code mode namespace: github-issues\0list");
    expect(await refusal("github-issues", ["nothing"])).toBe("Code mode namespace path is not callable: nothing");
    expect(await refusal("github-issues", ["list", "deeper"])).toBe("Code mode namespace path is not callable: list.deeper");
    expect(await refusal("github-issues", [])).toBe("Code mode namespace path is not callable: ");
    expect(await refusal("github-issues", ["__proto__"])).toBe("Invalid code mode namespace path segment: __proto__");
    expect(await refusal("github-issues", ["a\0b"])).toBe("Invalid code mode namespace path segment: a\0b");
    expect(await refusal("github-issues", ["update"])).toBe("Code mode namespace path targets undeclared tool: update_issue");
  });

  it("refuses scopes that break the rules", async () => {
    await expect(made({ createScope: () => ({ raw: () => 1 }) })).rejects.toThrow("Code mode namespace function at raw must be created with createCodeModeNamespaceTool.");
  });
});

describe("a run that is aborted by its own createScope", () => {
  it("ends as aborted and runs no tool", async () => {
    let ran = 0;
    const list = tool("list_issues", () => ran++, { source: "plugin", sourceName: "github" });
    const dropped: number[] = [];
    const run = withScope(
      ({ runId }) => {
        dropped.push(run.runtime.abortRun({ runId }));
        return { list: createCodeModeNamespaceTool("list_issues") };
      },
      { tools: [list, owned("update_issue")] },
    );
    expect(completed(await agentRun({ tools: [tool("echo")], runtime: run.runtime }).exec("return 1")).value).toBe(1);
    expect(failed(await run.exec("await Issues.list(); return 1")).code).toBe("aborted");
    expect([dropped, ran]).toEqual([[1], 0]);
  });
});
