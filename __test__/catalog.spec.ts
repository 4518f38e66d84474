import { describe, expect, it } from "vitest";
import { createCodeModeApiVirtualFiles } from "../index.js";
import type { AgentTool, ToolCatalogEntry } from "../index.js";
import { agentRun, completed, tool } from "./support.js";

describe("the catalog in a cell", () => {
  const run = agentRun({
    tools: [
      tool("create_ticket", undefined, { description: "Opens a ticket.", parameters: { type: "object", properties: { title: { type: "string" } } } }),
      tool("list_tickets", undefined, { description: "Lists tickets." }),
      tool("hidden", undefined, { source: "mcp", sourceName: "srv", mcp: { serverName: "srv", toolName: "hidden" } }),
    ],
  });
  const value = async (code: string) => completed(await run.exec(code)).value;

  it("is searched without a host call", async () => {
    expect(await value("return (await tools.search('tick')).map((t) => t.name)")).toEqual(["create_ticket", "list_tickets"]);
    expect(await value("return (await tools.search('create_ticket'))[0].id")).toBe("openclaw:core:create_ticket");
    expect(await value("return await tools.search('zebra')")).toEqual([]);
  });
  it("is described", async () => {
    expect(await value("return (await tools.describe('create_ticket')).parameters.properties.title.type")).toBe("string");
  });
  it("hides MCP tools from everything but MCP", async () => {
    expect(await value("return [ALL_TOOLS.length, (await tools.search('hidden')).length, typeof tools.hidden]")).toEqual([2, 0, "undefined"]);
    expect(await value("return await tools.call('mcp:srv:hidden').catch((e) => e.message)")).toMatch(/^Unknown tool id: mcp:srv:hidden\./);
    expect(await value("return (await MCP.srv.hidden({ a: 1 })).details")).toEqual({ a: 1 });
  });
  it("cannot be changed", async () => {
    expect(await value("return [Object.isFrozen(tools), Object.isFrozen(ALL_TOOLS), Object.isFrozen(ALL_TOOLS[0])]")).toEqual([true, true, true]);
  });
  it("is counted for the gateway", async () => {
    const own = agentRun({ tools: [tool("echo")] });
    await own.exec("await tools.search('x'); await tools.describe('echo'); await tools.echo(); await tools.echo()");
    expect(own.ctx.catalogRef?.current).toMatchObject({ searchCount: 1, describeCount: 1, callCount: 2 });
  });
});

describe("search", () => {
  const described: [name: string, description: string][] = [
    ["read", "Reads a file."],
    ["read_sheet", "Reads a spreadsheet."],
    ["send_email", "Sends a message by electronic mail."],
    ["create_ticket", "Opens a ticket."],
    ["zażółć", "Gęślą jaźń."],
  ];
  const run = agentRun({ tools: described.map(([name, description]) => tool(name, undefined, { description })), config: { maxSearchLimit: 4, searchDefaultLimit: 2 } });
  const search = async (args: string) => completed(await run.exec(`return await tools.search(${args}).then((found) => found.map((t) => t.name), (e) => e.message)`)).value;

  it("puts an exact name or id first", async () => {
    expect(((await search("'read'")) as string[])[0]).toBe("read");
    expect(((await search("'openclaw:core:send_email'")) as string[])[0]).toBe("send_email");
  });
  it("knows beginnings, stems and other alphabets, but no accidents", async () => {
    expect(await search("'tick'")).toEqual(["create_ticket"]);
    expect(await search("'sending emails'")).toEqual(["send_email"]);
    expect(await search("'ZAŻÓŁĆ'")).toEqual(["zażółć"]);
    expect(await search("'heet'")).toEqual([]);
  });
  it("lists everything in id order for a query without words, as far as the limit goes", async () => {
    expect(await search("''")).toEqual(["create_ticket", "read"]);
    expect(await search("' -- ', { limit: 100 }")).toEqual(["create_ticket", "read", "read_sheet", "send_email"]);
    expect(await search("'', { limit: 1 }")).toEqual(["create_ticket"]);
  });
  it("refuses what is no query or limit", async () => {
    for (const query of ["5", "null", "undefined", "{}"]) expect(await search(query), query).toBe("search query must be a string.");
    for (const limit of ["0", "-1", "1.5", "'3'", "NaN"]) expect(await search(`'read', { limit: ${limit} }`), limit).toBe("limit must be a positive integer.");
  });
});

describe("lookup", () => {
  const run = agentRun({
    tools: [tool("create_ticket"), tool("close_ticket"), tool("same", undefined, { source: "plugin", sourceName: "a" }), tool("same", undefined, { source: "plugin", sourceName: "b" })],
  });
  const message = async (call: string) => completed(await run.exec(`return await tools.${call}.then(() => "found", (e) => e.message)`)).value;

  it("suggests what is near", async () => {
    const advice = "Use tools.search to find a tool, tools.describe to inspect it, then tools.call with the exact id or name.";
    expect(await message("call('tickets')")).toBe(`Unknown tool id: tickets. Did you mean: openclaw:core:close_ticket, openclaw:core:create_ticket? ${advice}`);
    expect(await message("describe('zebra')")).toBe(`Unknown tool id: zebra. ${advice}`);
  });
  it("asks for an id where a name is not enough", async () => {
    expect(await message("call('same')")).toBe("Ambiguous tool name: same; use an exact tool id.");
    expect(await message("call('plugin:b:same')")).toBe("found");
    expect(completed(await run.exec("return typeof tools.same")).value).toBe("undefined");
  });
  it("wants text", async () => {
    for (const id of ["5", "null", "undefined", "{}"]) {
      expect(await message(`describe(${id})`), id).toBe("describe id must be a string.");
      expect(await message(`call(${id})`), id).toBe("call id must be a string.");
    }
  });
});

describe("ids", () => {
  const collide = (description: string) => tool("same", undefined, { description });
  const ids = (tools: AgentTool[]) => agentRun({ tools }).ctx.catalogRef?.current?.entries.map(({ id, description }) => [id, description]);

  it("are the same in any order of arrival, also where they collide", () => {
    const [a, b, c] = [collide("a"), collide("b"), collide("c")] as const;
    const expected = [["openclaw:core:same", "a"], ["openclaw:core:same#2", "b"], ["openclaw:core:same#3", "c"]];
    for (const order of [[a, b, c], [c, b, a], [b, a, c]]) expect(ids(order)).toEqual(expected);
  });
  it("of badly named tools work, and spoil nobody else's", async () => {
    const names = ["with space", "日本", "x".repeat(129), "a:b:c", "__proto__", "constructor", "search", "9lives", "line\nbreak"];
    const run = agentRun({ tools: [...names.map((name) => tool(name)), tool("good")] });
    const called = completed(await run.exec("const r = []; for (const { id } of ALL_TOOLS) r.push((await tools.call(id, { id })).result.details.id === id); return [r.length, r.every(Boolean), typeof tools.good]")).value;
    expect(called).toEqual([names.length + 1, true, "function"]);
  });
});

describe("a convenience function", () => {
  it("is there for a name that is an identifier, unique, and taken by nothing", async () => {
    const run = agentRun({ tools: ["good", "$ok", "call", "search", "a-b", "constructor"].map((name) => tool(name, () => ({ details: name }))) });
    const { value } = completed(await run.exec("return { keys: Object.keys(tools).sort(), called: (await tools.call('openclaw:core:call')).result.details, good: (await tools.good()).tool.id }"));
    expect(value).toEqual({ keys: ["$ok", "call", "callValue", "describe", "good", "search"], called: "call", good: "openclaw:core:good" });
  });
});

describe("callValue", () => {
  it("gives the details, or the content, parsed where it is JSON", async () => {
    const results: Record<string, unknown> = {
      details: { details: { a: 1 }, content: [{ type: "text", text: "x" }] },
      json: { content: [{ type: "text", text: '{"b":2}' }] },
      text: { content: [{ type: "text", text: "plain" }] },
      empty: { content: [{ type: "text", text: "kept" }], details: {} },
    };
    const run = agentRun({ tools: Object.entries(results).map(([name, result]) => tool(name, () => result)) });
    expect(completed(await run.exec("const r = {}; for (const name of ['details', 'json', 'text', 'empty']) r[name] = await tools.callValue(name); return r")).value).toEqual({
      details: { a: 1 },
      json: { b: 2 },
      text: "plain",
      empty: "kept",
    });
  });
});

describe("entries that a host changes", () => {
  const entry = (name: string, answer: string): ToolCatalogEntry => ({ id: `openclaw:core:${name}`, name, source: "openclaw", sourceName: "core", tool: tool(name, () => ({ details: answer })) });

  it("are noticed wherever they are", async () => {
    const entries = ["a", "b", "c"].map((name) => entry(name, `old ${name}`));
    const run = agentRun({ ctx: { catalogRef: { current: { entries, searchCount: 0, describeCount: 0, callCount: 0 } } } });
    run.ctx.catalogRef = { current: { entries, searchCount: 0, describeCount: 0, callCount: 0 } };
    const all = async () => completed(await run.exec("const r = []; for (const { id } of ALL_TOOLS) r.push((await tools.call(id)).result.details); return r")).value;
    expect(await all()).toEqual(["old a", "old b", "old c"]);
    entries[1] = entry("b", "new b");
    expect(await all()).toEqual(["old a", "new b", "old c"]);
    entries[1] = entry("d", "d");
    expect(await all()).toEqual(["old a", "old c", "d"]);
    entries.splice(0, 2);
    expect(await all()).toEqual(["old c"]);
  });
});

describe("createCodeModeApiVirtualFiles", () => {
  const tools = () => [
    tool("read", undefined, { parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] } }),
    tool("create_issue", undefined, { source: "mcp", sourceName: "github", mcp: { serverName: "github", toolName: "create_issue" } }),
  ];

  it("renders what cells read", async () => {
    const run = agentRun({ tools: tools() });
    const files = createCodeModeApiVirtualFiles(run.ctx.catalogRef?.current?.entries);
    expect(files.map(({ path }) => path)).toEqual(["mcp/index.d.ts", "mcp/github.d.ts", "tools/index.d.ts", "tools/read.d.ts"]);
    for (const { path, content, description, bytes } of files) {
      expect(bytes).toBe(Buffer.byteLength(content));
      expect(completed(await run.exec(`return await API.read(${JSON.stringify(path)})`)).value).toEqual({ path, content, description, bytes });
    }
    expect(createCodeModeApiVirtualFiles(run.ctx.catalogRef)).toEqual(files);
  });
  it("has nothing to render without tools", () => {
    expect(createCodeModeApiVirtualFiles()).toEqual([]);
    expect(createCodeModeApiVirtualFiles({})).toEqual([]);
  });
});

describe("tools that cannot be read or called", () => {
  it("are left out, and the others stay", async () => {
    const throwing = (field: string) =>
      Object.defineProperty({ ...tool("bad") }, field, {
        get() {
          throw new Error("unreadable");
        },
      });
    const revoked = Proxy.revocable(tool("revoked"), {});
    revoked.revoke();
    const bad = [throwing("name"), throwing("catalogMode"), throwing("execute"), revoked.proxy, null, { name: "inert" }] as never[];
    const run = agentRun({ tools: [...bad, tool("good")] });
    expect(run.ctx.catalogRef?.current?.entries.map(({ name }) => name)).toEqual(["good"]);
    expect(completed(await run.exec("return await tools.callValue('good', { a: 1 })")).value).toEqual({ a: 1 });
    const entries = [null, { id: "x:y:inert", name: "inert", source: "openclaw", tool: {} }, ...(run.ctx.catalogRef?.current?.entries ?? [])] as never[];
    const ctx = { ...run.ctx, catalogRef: { current: { entries, searchCount: 0, describeCount: 0, callCount: 0 } } };
    const result = completed(await run.runtime.exec(ctx, { code: "return await tools.callValue('good', { a: 2 })" }));
    expect([result.value, result.telemetry.catalogSize]).toEqual([{ a: 2 }, 1]);
  });
});
