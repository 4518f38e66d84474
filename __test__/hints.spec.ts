import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearCodeModeNamespacesForTest, createCodeModeNamespaceTool, registerCodeModeNamespaceForPlugin } from "../index.js";
import { agentRun, completed, failed, tool, type AgentRun } from "./support.js";

let run: AgentRun;
beforeAll(() => {
  registerCodeModeNamespaceForPlugin("tracker", {
    id: "tracker-issues",
    globalName: "Issues",
    requiredToolNames: ["list_issues"],
    createScope: () => ({ list: createCodeModeNamespaceTool("list_issues"), labels: { add: createCodeModeNamespaceTool("list_issues") }, version: 2 }),
  });
  const mcp = (toolName: string) => tool(`fs__${toolName}`, undefined, { source: "mcp", sourceName: "fs", mcp: { serverName: "fs", toolName } });
  run = agentRun({ tools: [tool("list_issues", undefined, { source: "plugin", sourceName: "tracker" }), mcp("read_file"), mcp("write_file"), tool("echo")] });
});
afterAll(async () => {
  clearCodeModeNamespacesForTest();
  await run.runtime.close();
});

describe("a hint", () => {
  it.each([
    ["a namespace's function, misspelt", "await Issues.lst()", "There is no Issues.lst. The nearest are Issues.list, "],
    ["a nested one", "await Issues.labels.ad('x')", "There is no Issues.labels.ad. The nearest are Issues.labels.add, "],
    ["an MCP tool", "await MCP.fs.readfile({})", "There is no MCP.fs.readfile. The nearest are MCP.fs.readFile, "],
    ["an MCP server", "await MCP.filesystem.readFile({})", "There is no MCP.filesystem. The nearest are MCP.fs."],
    ["a tool's result, read past", "return (await tools.echo({ a: 1 })).details.a", "A tool call gives { tool, result }: read .result.details"],
    ["the same in two steps", "const made = await tools.echo({ a: 1 });\nreturn made.content[0].text", "A tool call gives { tool, result }"],
  ])("is given for %s", async (_, code, hint) => {
    expect(failed(await run.exec(code)).hint).toContain(hint);
  });
  it("is not given for what is right, or another's mistake", async () => {
    expect(failed(await run.exec("const list = 1; list()"))).not.toHaveProperty("hint");
    expect(failed(await run.exec("await Issues.list(); null.x"))).not.toHaveProperty("hint");
  });
});

describe("a thrown value that is no Error", () => {
  it("has the place of the only throw, with its line", async () => {
    const result = failed(await run.exec("const a = 1;\nif (a) {\n  throw 'plain';\n}"));
    expect(result).toMatchObject({ error: "plain", location: { line: 3, column: 3 }, excerpt: "throw 'plain';" });
    expect(failed(await run.exec("throw { code: 1 } // throw"))).toMatchObject({ location: { line: 1, column: 1 } });
  });
  it("has none where it could have been another", async () => {
    expect(failed(await run.exec("if (Date.now() < 0) throw 'a'; throw 'b'"))).not.toHaveProperty("location");
    expect(failed(await run.exec("await Promise.reject('a'); throw 'b'"))).not.toHaveProperty("location");
    expect(failed(await run.exec("await new Promise(() => {}); throw 'b'"))).not.toHaveProperty("location");
  });
});

describe("the stack that a cell reads", () => {
  it.each([
    ["its own error's", "function f() { throw new Error('x') }\ntry { f() } catch (e) { return e.stack }"],
    ["a refused call's", "try { await tools.call(5) } catch (e) { return e.stack }"],
    ["an error's out of text()", "try { json({ toJSON() { throw new Error('q') } }) } catch (e) { return e.stack }"],
    ["captureStackTrace's", "const o = {}; Error.captureStackTrace(o); return o.stack"],
  ])("has the cell's frames only: %s", async (_, code) => {
    const lines = String(completed(await run.exec(code)).value).trim().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^ *at .+ \(exec\.js:\d+:\d+\)$/);
  });
  it("can still be written, and keeps the engine's functions that the cell called", async () => {
    expect(completed(await run.exec("const e = new Error('x'); e.stack = 'mine'; return e.stack")).value).toBe("mine");
    expect(completed(await run.exec("try { [1].map(() => { throw new Error() }) } catch (e) { return e.stack }")).value).toContain("at map (native)");
  });
});
