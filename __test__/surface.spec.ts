import { describe, expect, it } from "vitest";
import {
  assertCodeModeToolSurface,
  CODE_MODE_EXEC_TOOL_KIND,
  CODE_MODE_EXEC_TOOL_NAME,
  CODE_MODE_WAIT_TOOL_NAME,
  createCodeModeTools,
  createToolSearchCatalogRef,
  applyCodeModeCatalog,
  isCodeModeControlTool,
  markCodeModeControlTool,
} from "../index.js";
import { switchedOn, tool } from "./support.js";

const config = switchedOn();
const [exec, wait] = createCodeModeTools({ config });
const shell = tool("exec");

describe("the two tools", () => {
  it("have their names and shapes", () => {
    expect([CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME, CODE_MODE_EXEC_TOOL_KIND]).toEqual(["exec", "wait", "code_mode_exec"]);
    expect(exec).toMatchObject({ name: "exec", label: expect.any(String), description: expect.any(String) });
    expect(wait).toMatchObject({ name: "wait", label: expect.any(String), description: expect.any(String), hideFromChannelProgress: true });
    expect(exec).not.toHaveProperty("hideFromChannelProgress");
  });

  it("have flat parameters", () => {
    expect(exec.parameters).toMatchObject({
      type: "object",
      properties: { code: { type: "string" }, command: { type: "string" }, language: { type: "string", enum: ["javascript", "typescript"] } },
    });
    expect(wait.parameters).toMatchObject({ type: "object", properties: { runId: { type: "string" } }, required: ["runId"] });
    expect(JSON.stringify([exec.parameters, wait.parameters])).not.toContain("anyOf");
  });

  it("tell the model what it must know, shortly", () => {
    for (const needed of ["`return`", "`null`", "NOT available", "`require`", "`import`", "tools.search(query)", "tools.describe(entry.id)", "tools.call(entry.id, args)", "API.list(prefix?)", "API.read(path)", "`MCP`", '"typescript"']) {
      expect(exec.description).toContain(needed);
    }
    expect(JSON.stringify([exec, wait]).length).toBeLessThan(2500);
  });

  it("offer only the languages that are switched on", () => {
    const [only] = createCodeModeTools({ config: switchedOn({ languages: ["javascript"] }) });
    expect(only.parameters).toMatchObject({ properties: { language: { enum: ["javascript"] } } });
  });

  it("speak of MCP servers where the run has some", () => {
    const ctx = { config, runId: "r", catalogRef: createToolSearchCatalogRef() };
    const mcp = tool("create_issue", undefined, { source: "mcp", sourceName: "github", mcp: { serverName: "github", toolName: "create_issue" } });
    const { tools } = applyCodeModeCatalog({ ...ctx, tools: [...createCodeModeTools(ctx), mcp] });
    expect(tools[0]?.description).toContain("github");
    expect(exec.description).not.toContain("github");
  });
});

describe("a control tool", () => {
  it("is known by identity, not by name", () => {
    expect([exec, wait].map(isCodeModeControlTool)).toEqual([true, true]);
    expect([shell, tool("wait"), null, undefined, "exec", {}].map(isCodeModeControlTool)).toEqual([false, false, false, false, false, false]);
  });
  it("is known in a copy, and when the host says so", () => {
    expect(isCodeModeControlTool({ ...exec, execute: exec.execute })).toBe(true);
    expect(isCodeModeControlTool(markCodeModeControlTool(Object.freeze(tool("wait"))))).toBe(true);
  });
  it("has one of the two names", () => {
    expect(isCodeModeControlTool(markCodeModeControlTool(tool("read")))).toBe(false);
  });
});

describe("assertCodeModeToolSurface", () => {
  it("passes exactly the two, and direct-only tools that are announced", () => {
    assertCodeModeToolSurface(["exec", "wait"]);
    assertCodeModeToolSurface(["wait", "exec", "image"], ["image"]);
  });
  it.each([[["exec"]], [["exec", "wait", "read"]], [[]], [["exec", "wait", "wait"]], [["exec", "wait", "image"]]])("fails closed for %j", (names) => {
    expect(() => assertCodeModeToolSurface(names)).toThrow(expect.objectContaining({ name: "CodeModeError", code: "runtime_unavailable" }));
  });
});


describe("a tool surface that is none", () => {
  it.each<[unknown, unknown]>([
    [null, undefined],
    [undefined, undefined],
    [7, undefined],
    [["exec", "wait", null], undefined],
    [["exec", "wait", {}], [{}]],
    [["exec", Symbol("wait")], undefined],
    [["exec", "wait", "read"], null],
  ])("is refused like any other wrong one: %o %o", (names, directOnly) => {
    expect(() => assertCodeModeToolSurface(names as string[], directOnly as string[])).toThrow(
      expect.objectContaining({ name: "CodeModeError", code: "runtime_unavailable" }),
    );
  });
});
