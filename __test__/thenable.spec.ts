import { afterEach, describe, expect, it } from "vitest";
import { clearCodeModeNamespacesForTest, createCodeModeNamespaceTool, registerCodeModeNamespaceForPlugin } from "../index.js";
import { agentRun, completed, failed, tool } from "./support.js";

// To the language, an object with a method `then` is a promise: awaiting or returning it calls the method.

afterEach(() => clearCodeModeNamespacesForTest());

const called: string[] = [];
const named = (name: string, extra: object = {}) => tool(name, () => (called.push(name), { details: name }), extra);
const mcp = (serverName: string, toolName: string) =>
  named(`${serverName}__${toolName}`, { source: "mcp", sourceName: serverName, mcp: { serverName, toolName } });

describe("a tool named then", () => {
  const run = agentRun({ tools: [named("then"), mcp("then", "read"), mcp("files", "then")] });

  it("makes no promise of what it would stand on", async () => {
    const code = `
      const scopes = [tools, MCP, MCP.files, MCP.then2, namespaces, API];
      const given = await Promise.all(scopes.map(async (scope) => await scope));
      return [given.every((scope, i) => scope === scopes[i]), scopes.map((scope) => typeof scope.then)];`;
    expect(completed(await run.exec(code)).value).toEqual([true, Array(6).fill("undefined")]);
    expect(called).toEqual([]);
  });
  it("is called by its id, or by another name where it is an MCP server's", async () => {
    const code = `
      const own = (await tools.call("openclaw:core:then")).result.details;
      return [own, (await MCP.files.then2()).details, (await MCP.then2.read()).details, (await MCP.files.$api()).tools[0].method];`;
    expect(completed(await run.exec(code)).value).toEqual(["then", "files__then", "then__read", "then2"]);
  });
});

describe("a namespace's function named then", () => {
  const scope = (made: object) => {
    registerCodeModeNamespaceForPlugin("p", { id: "i", globalName: "G", requiredToolNames: ["go"], createScope: () => made });
    return agentRun({ tools: [named("go", { source: "plugin", sourceName: "p" })] });
  };
  it("is refused", async () => {
    const run = scope({ deep: { then: createCodeModeNamespaceTool("go") } });
    expect(failed(await run.exec("return 1"))).toMatchObject({ code: "invalid_input", error: "Invalid code mode namespace path segment: then" });
  });
  it("may be a value", async () => {
    expect(completed(await scope({ if: 1, then: 2 }).exec("return (await G).then")).value).toBe(2);
  });
});
