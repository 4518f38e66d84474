import { describe, expect, it } from "vitest";
import {
  addClientToolsToCodeModeCatalog,
  applyCodeModeCatalog,
  createCodeModeRuntime,
  createCodeModeTools,
  createToolSearchCatalogRef,
  setDefaultCodeModeRuntime,
} from "../index.js";
import type { AgentTool, ToolCatalogEntry } from "../index.js";
import { agentRun, completed, switchedOn, tool } from "./support.js";

const config = switchedOn();
const scope = { agentId: "main", sessionId: "s", runId: "r" };

describe("applyCodeModeCatalog", () => {
  const apply = (tools: AgentTool[], more: object = {}) => {
    const catalogRef = createToolSearchCatalogRef();
    return { catalogRef, applied: applyCodeModeCatalog({ config, ...scope, catalogRef, tools, ...more }) };
  };
  const controls = () => createCodeModeTools({ config, ...scope });

  it("changes nothing where code mode is off", () => {
    const tools = [...controls(), tool("read")];
    const { applied, catalogRef } = apply(tools, { config: {} });
    expect(applied).toEqual({ tools, compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false });
    applied.tools.forEach((one, index) => expect(one).toBe(tools[index]));
    expect(catalogRef.current).toBeUndefined();
  });

  it("leaves the model its two tools and catalogues the rest", () => {
    const [exec, wait] = controls();
    const { applied, catalogRef } = apply([tool("read"), exec, tool("write"), wait]);
    expect(applied.tools.map(({ name }) => name)).toEqual(["exec", "wait"]);
    expect(applied).toMatchObject({ compacted: true, catalogToolCount: 2, catalogRegistered: true, catalogReused: false });
    expect(catalogRef.current).toMatchObject({ searchCount: 0, describeCount: 0, callCount: 0 });
    expect(catalogRef.current?.entries.map(({ id }) => id)).toEqual(["openclaw:core:read", "openclaw:core:write"]);
  });

  it("knows its tools by identity: a shell tool named exec is catalogued", async () => {
    const [exec, wait] = controls();
    const { applied, catalogRef } = apply([tool("exec", () => ({ details: "shell" })), exec, wait]);
    expect(applied.tools).toHaveLength(2);
    expect(catalogRef.current?.entries.map(({ id }) => id)).toEqual(["openclaw:core:exec"]);
    const runtime = createCodeModeRuntime();
    const result = await runtime.exec({ config, ...scope, catalogRef }, { code: "return (await tools.call('openclaw:core:exec', {})).result.details" });
    expect(completed(result).value).toBe("shell");
  });

  it("keeps direct-only tools visible and tool search out", () => {
    const search = ["tool_search_code", "tool_search", "tool_describe", "tool_call"].map((name) => tool(name));
    const { applied, catalogRef } = apply([...search, tool("image", undefined, { catalogMode: "direct-only" }), ...controls(), tool("read")]);
    expect(applied.tools.map(({ name }) => name)).toEqual(["exec", "wait", "image"]);
    expect(catalogRef.current?.entries.map(({ name }) => name)).toEqual(["read"]);
  });

  it("does not act without control tools, or without a scope", () => {
    const read = tool("read");
    const inert = { tools: [read], compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false };
    expect(apply([read, tool("tool_search")]).applied).toEqual(inert);
    const tools = [...controls(), read];
    expect(applyCodeModeCatalog({ config, tools, agentId: "main" })).toEqual({ ...inert, tools });
    expect(apply([]).applied.catalogRegistered).toBe(false);
  });

  it("is not compacted where there was nothing to catalogue", () => {
    expect(apply(controls()).applied).toMatchObject({ compacted: false, catalogToolCount: 0, catalogRegistered: true });
  });

  it("uses a catalog again for the same tools, with the new executors", async () => {
    const runtime = createCodeModeRuntime();
    const catalogRef = createToolSearchCatalogRef();
    const ctx = { config, ...scope, catalogRef };
    const attempt = (answer: string) => runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), tool("read", () => ({ details: answer }))] });
    expect(attempt("first").catalogReused).toBe(false);
    const session = catalogRef.current;
    expect(attempt("second").catalogReused).toBe(true);
    expect(catalogRef.current).toBe(session);
    expect(completed(await runtime.exec(ctx, { code: "return (await tools.read()).result.details" })).value).toBe("second");
    const other = runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), tool("write")] });
    expect(other.catalogReused).toBe(false);
    expect(catalogRef.current?.entries.map(({ name }) => name)).toEqual(["write"]);
  });

  it("keeps scopes apart where there is no catalogRef", async () => {
    const runtime = createCodeModeRuntime();
    const own = { config, agentId: "a", sessionId: "s1", runId: "r1" };
    runtime.applyCatalog({ ...own, tools: [...runtime.createTools(own), tool("secret")] });
    const names = async (ctx: object) => completed(await runtime.exec(ctx, { code: "return ALL_TOOLS.map((t) => t.name)" })).value;
    expect(await names(own)).toEqual(["secret"]);
    for (const other of [{ runId: "r2" }, { sessionId: "s2" }, { agentId: "b" }, { runId: undefined }]) {
      expect(await names({ ...own, ...other })).toEqual([]);
    }
    runtime.endRun(own);
    expect(await names(own)).toEqual([]);
  });

  it("leaves out a tool that cannot be read, and keeps the others", () => {
    const bad = tool("bad");
    Object.defineProperty(bad, "parameters", { enumerable: true, get: () => { throw new Error("no"); } });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const { catalogRef } = apply([...controls(), bad, tool("worse", undefined, { parameters: cyclic }), null as never, tool("good")]);
    expect(catalogRef.current?.entries.map(({ name }) => name)).toEqual(["good"]);
  });

  it("says which tools it left out, and why, also when it uses the catalog again", () => {
    const runtime = createCodeModeRuntime({
      classifyTool: ({ name }) => { if (name === "odd") throw new Error("which?"); return undefined; },
      wrapTool: (one) => { if (one.name === "unhooked") throw new Error("no hook"); return one; },
    });
    const unreadable = Object.defineProperty(tool("bad"), "parameters", { enumerable: true, get: () => { throw new Error("no"); } });
    const ctx = { config, ...scope, catalogRef: createToolSearchCatalogRef() };
    const bad = [null, { execute() {} }, { name: "inert" }, unreadable, tool("odd"), tool("unhooked")] as never[];
    const tools = [...runtime.createTools(ctx), ...bad, tool("good")];
    const skipped = expect.arrayContaining([
      { reason: "it is no object." },
      { reason: "name is no string." },
      { name: "inert", reason: "execute is no function." },
      { name: "bad", reason: "it cannot be read: no" },
      { name: "odd", reason: "classifyTool failed: which?" },
      { name: "unhooked", reason: "wrapTool failed: no hook" },
    ]);
    for (const catalogReused of [false, true]) {
      const applied = runtime.applyCatalog({ ...ctx, tools });
      expect(applied).toMatchObject({ catalogToolCount: 1, catalogReused, skipped });
      expect(applied.skipped).toHaveLength(bad.length);
    }
    expect(runtime.addClientTools({ ...ctx, tools: [tool("pick"), { name: "inert" } as never] })).toMatchObject({
      catalogToolCount: 2,
      skipped: [{ name: "inert", reason: "execute is no function." }],
    });
    expect(apply([...controls(), tool("good")]).applied).not.toHaveProperty("skipped");
  });

  it("classifies by what the tool says, or the host", async () => {
    const runtime = createCodeModeRuntime({
      classifyTool: ({ name }) => (name === "browse" ? { source: "plugin", sourceName: "browser" } : undefined),
    });
    const catalogRef = createToolSearchCatalogRef();
    const ctx = { config, ...scope, catalogRef };
    const mcp = { serverName: "github", toolName: "create_issue" };
    runtime.applyCatalog({
      ...ctx,
      tools: [...runtime.createTools(ctx), tool("browse"), tool("create_issue", undefined, { source: "mcp", sourceName: "github", mcp }), tool("read")],
    });
    expect(catalogRef.current?.entries.map(({ id }) => id)).toEqual(["mcp:github:create_issue", "openclaw:core:read", "plugin:browser:browse"]);
    expect((await runtime.exec(ctx, { code: "return 1" })).telemetry).toMatchObject({
      catalogSize: 3,
      sources: { openclaw: 1, plugin: 1, mcp: 1, client: 0 },
    });
  });

  it("takes entries that the gateway made itself as they are", async () => {
    const entries: ToolCatalogEntry[] = [
      { id: "plugin:own:thing#9", name: "thing", source: "plugin", sourceName: "own", description: "x", tool: tool("thing", () => ({ details: "ran" })) },
    ];
    const catalogRef = { current: { entries, searchCount: 0, describeCount: 0, callCount: 0 } };
    const runtime = createCodeModeRuntime();
    const ctx = { config, ...scope, catalogRef };
    expect(completed(await runtime.exec(ctx, { code: "return [(await tools.call('plugin:own:thing#9')).result.details, ALL_TOOLS.map((t) => t.id)]" })).value).toEqual([
      "ran",
      ["plugin:own:thing#9"],
    ]);
    expect(catalogRef.current.callCount).toBe(1);
    entries.push({ id: "plugin:own:more", name: "more", source: "plugin", sourceName: "own", tool: tool("more") });
    expect(completed(await runtime.exec(ctx, { code: "return ALL_TOOLS.length" })).value).toBe(2);
  });
});

describe("addClientToolsToCodeModeCatalog", () => {
  it("appends client tools, and does not double them", async () => {
    const run = agentRun({ tools: [tool("read")] });
    const client = [tool("pick", () => ({ details: "picked" }), { sourceName: "app" })];
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(run.runtime.addClientTools({ ...run.ctx, tools: client })).toEqual({ tools: [], compacted: true, catalogToolCount: 2 });
    }
    expect(run.ctx.catalogRef?.current?.entries.map(({ id }) => id)).toEqual(["client:app:pick", "openclaw:core:read"]);
    expect(completed(await run.exec("return (await tools.pick()).result.details")).value).toBe("picked");
  });

  it("returns them unchanged without a catalog, or where code mode is off", () => {
    setDefaultCodeModeRuntime(undefined);
    const tools = [tool("pick")];
    const unchanged = { tools, compacted: false, catalogToolCount: 0 };
    expect(addClientToolsToCodeModeCatalog({ config, tools, catalogRef: createToolSearchCatalogRef() })).toEqual(unchanged);
    expect(addClientToolsToCodeModeCatalog({ config: {}, tools, ...scope })).toEqual(unchanged);
  });
});
