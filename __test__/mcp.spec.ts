import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createCodeModeApiVirtualFiles } from "../index.js";
import type { AgentTool, McpToolInfo } from "../index.js";
import { agentRun, completed, failed, tool } from "./support.js";

/** A tool of an MCP server. */
const mcp = (serverName: string, toolName: string, parameters: object = { type: "object" }, more: Partial<McpToolInfo> = {}, result: (input: any) => unknown = (input) => ({ content: [], structuredContent: input })): AgentTool =>
  tool(`${serverName}__${toolName}`, result, { source: "mcp", sourceName: serverName, parameters, mcp: { serverName, toolName, ...more } });

const value = async (tools: AgentTool[], code: string) => completed(await agentRun({ tools }).exec(code)).value as any;

/** Errors of a declaration file, as TypeScript's parser sees them. */
const syntaxErrors = (content: string) => {
  const file = ts.createSourceFile("x.d.ts", content, ts.ScriptTarget.Latest) as ts.SourceFile & { parseDiagnostics: ts.Diagnostic[] };
  return file.parseDiagnostics.map(({ messageText }) => messageText);
};

describe("MCP", () => {
  it("has identifiers for any name", async () => {
    const tools = [
      mcp("chrome-devtools", "take_screenshot"),
      mcp("index", "delete"),
      mcp("9lives", "constructor"),
      mcp("日本", "日本"),
      mcp("tools", "$api"),
      mcp("a b", "x"),
      mcp("a-b", "x"),
    ];
    expect(await value(tools, "const r = {}; for (const s of Object.keys(MCP)) if (s !== '$api') r[MCP[s].$serverName] = [s, Object.keys(MCP[s]).filter((k) => !k.startsWith('$'))]; return r")).toEqual({
      "chrome-devtools": ["chromeDevtools", ["takeScreenshot"]],
      index: ["index2", ["delete2"]],
      "9lives": ["lives", ["constructor2"]],
      日本: ["server", ["tool"]],
      tools: ["tools2", ["api"]],
      "a b": ["aB", ["x"]],
      "a-b": ["aB2", ["x"]],
    });
  });

  it("is there without a server, with $api alone", async () => {
    expect(await value([], "return [Object.keys(MCP), (await MCP.$api()).servers]")).toEqual([["$api"], []]);
  });

  it("reads and lists resources and prompts in groups", async () => {
    const tools = (["resources_list", "resources_read", "prompts_list", "prompts_get"] as const).map((operation) => mcp("srv", operation, undefined, { operation }, () => ({ content: [operation] })));
    expect(await value(tools, "return [Object.keys(MCP.srv), await MCP.srv.resources.list(), await MCP.srv.resources.read(), await MCP.srv.prompts.list(), await MCP.srv.prompts.get()].map((x) => x.content ? x.content[0] : x)")).toEqual([
      expect.arrayContaining(["$api", "$serverName", "resources", "prompts"]),
      "resources_list",
      "resources_read",
      "prompts_list",
      "prompts_get",
    ]);
  });
});

describe("the input of an MCP tool", () => {
  const schema = {
    type: "object",
    properties: { owner: { type: "string" }, repo: { type: "string" }, state: { type: "string", default: "open" }, constructor: {}, toString: {} },
    required: ["owner", "repo"],
  };
  const message = (args: string, parameters: object = schema) => value([mcp("gh", "list", parameters)], `return await MCP.gh.list(${args}).then((r) => r.structuredContent, (e) => e.message)`);

  it("is filled with defaults", async () => {
    expect(await message("{ owner: 'o', repo: 'r' }")).toEqual({ owner: "o", repo: "r", state: "open" });
    expect(await message("{ owner: 'o', repo: 'r', state: 'closed' }")).toEqual({ owner: "o", repo: "r", state: "closed" });
  });
  it("may not lack what is required; inherited members do not count", async () => {
    expect(await message("{ owner: 'o' }")).toBe("Missing required MCP namespace argument: repo");
    expect(await message("")).toBe("Missing required MCP namespace arguments: owner, repo");
    expect(await message("{}", { type: "object", required: ["constructor", "toString", "__proto__"] })).toMatch(/^Missing required MCP namespace arguments: /);
  });
  it("is one plain object or nothing", async () => {
    for (const args of ["1", "'x'", "null", "[]", "{}, {}", "() => 1", "new Map()"]) expect(await message(args, { type: "object" }), args).toBe("MCP namespace tools accept one object argument.");
    expect(await message("", { type: "object" })).toEqual({});
    expect(await message("undefined", { type: "object" })).toEqual({});
  });
});

describe("the result of an MCP tool", () => {
  it("is the tool's own, also when it is an error", async () => {
    const result = { content: [{ type: "text", text: "no" }], structuredContent: { a: 1 }, isError: true };
    expect(await value([mcp("srv", "t", undefined, {}, () => result)], "return await MCP.srv.t()")).toEqual(result);
    expect(await value([mcp("srv", "t", undefined, {}, () => ({ content: result.content, details: { structuredContent: { a: 1 }, isError: true } }))], "const { isError, structuredContent } = await MCP.srv.t(); return { isError, structuredContent }")).toEqual({
      isError: true,
      structuredContent: { a: 1 },
    });
  });
  it("that is thrown is thrown", async () => {
    expect(failed(await agentRun({ tools: [mcp("srv", "t", undefined, {}, () => Promise.reject(new Error("down")))] }).exec("await MCP.srv.t()"))).toMatchObject({ code: "nested_tool_failed", error: "down" });
  });
});

describe("$api", () => {
  const tools = [mcp("gh", "create_issue", { type: "object", properties: { title: { type: "string" } } }), mcp("gh", "list")];
  it("describes the servers", async () => {
    expect(await value(tools, "return await MCP.$api()")).toEqual({
      kind: "mcp_api",
      scope: "root",
      header: expect.stringContaining("MCP"),
      servers: [{ identifier: "gh", serverName: "gh", toolCount: 2 }],
      note: expect.any(String),
    });
  });
  it("describes a server or a tool, by any of its names, with schemas on demand", async () => {
    const all = await value(tools, "return await MCP.gh.$api()");
    expect(all).toMatchObject({ kind: "mcp_api", scope: "server", server: { identifier: "gh", serverName: "gh" } });
    expect(all.tools[0]).toEqual({ method: "createIssue", path: "MCP.gh.createIssue", mcpTool: "create_issue", operation: "tool", description: "Does gh__create_issue." });
    expect(all).not.toHaveProperty("schemas");
    for (const name of ["createIssue", "MCP.gh.createIssue", "create_issue"]) {
      expect(await value(tools, `return await MCP.gh.$api(${JSON.stringify(name)}, { schema: true })`), name).toMatchObject({
        scope: "tool",
        tools: [{ method: "createIssue" }],
        schemas: { createIssue: { properties: { title: { type: "string" } } } },
      });
    }
  });
});

describe("API files", () => {
  const run = agentRun({ tools: [mcp("index", "t"), mcp("other", "t"), tool("read")] });
  const message = async (call: string) => completed(await run.exec(`return await (async () => API.${call})().then((r) => r, (e) => e.message)`)).value as any;

  it("are listed by prefix: a path or a folder", async () => {
    const paths = async (args: string) => ((await message(`list(${args})`)) as { files: { path: string }[] }).files.map(({ path }) => path);
    const all = await paths("");
    expect(all).toEqual(expect.arrayContaining(["mcp/index.d.ts", "mcp/other.d.ts", "tools/index.d.ts", "tools/read.d.ts"]));
    expect(new Set(all).size).toBe(all.length);
    expect(await paths("'/tools/'")).toEqual(["tools/index.d.ts", "tools/read.d.ts"]);
    expect(await paths("'tools/read.d.ts'")).toEqual(["tools/read.d.ts"]);
    expect(await paths("'too'")).toEqual([]);
  });
  it("refuse paths that are none", async () => {
    for (const path of ["", "a//b", "mcp/../x", "./mcp", "."]) expect(await message(`read(${JSON.stringify(path)})`), path).toBe("invalid API file path");
    expect(await message("read('mcp/nothing.d.ts')")).toBe("Unknown API file: mcp/nothing.d.ts");
  });
  it("parse, whatever the schemas hold", () => {
    let deep: object = { type: "string" };
    for (let i = 0; i < 200; i++) deep = { type: "object", properties: { deep } };
    const hostile = [
      { type: "object", properties: { "*/ alert()": { type: "string", description: "*/ } evil` ${x} \u2028 \n // \r" }, "a\nb": { enum: ["*/", "`", "\u2028", 1, null] } } },
      { type: "object", properties: { x: { $ref: "#/properties/x" } }, allOf: [{ $ref: "#" }] },
      { type: ["object", "null"], additionalProperties: { type: "array", items: { oneOf: [{ const: 1 }, { type: "array", items: [{ type: "string" }, {}] }] } } },
      { type: "object", properties: { big: { enum: Array.from({ length: 20_000 }, (_, i) => `value-${i}`) } } },
      deep,
      { type: "object", required: [1, null, "__proto__"], properties: { __proto__: null, "": {} } },
      [],
      { properties: "x" },
    ];
    const own = agentRun({ tools: hostile.flatMap((schema, i) => [mcp("srv*/", `t${i}*/\n`, schema), tool(`n${i}`, undefined, { parameters: schema, description: "*/ `${" })]) });
    const files = createCodeModeApiVirtualFiles(own.ctx.catalogRef);
    expect(files.length).toBeGreaterThan(hostile.length);
    for (const { path, content, bytes } of files) {
      expect(syntaxErrors(content), path).toEqual([]);
      expect(bytes, path).toBeLessThan(1 << 20);
    }
  });
});
