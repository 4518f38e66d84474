// What the model reads is paid for in every request: measured here, in bytes.

import { afterAll, afterEach, describe, expect, it } from "vitest";
import { clearCodeModeNamespacesForTest, createCodeModeNamespaceTool, createCodeModeRuntime, createToolSearchCatalogRef, registerCodeModeNamespaceForPlugin } from "../index.js";
import type { AgentTool } from "../index.js";
import { switchedOn, tool } from "./support.js";

const bytes = (text: string) => Buffer.byteLength(text);

/** A run's two tools as they go into the provider's payload. */
function payload(given: AgentTool[], fields: Record<string, unknown> = {}) {
  const runtime = createCodeModeRuntime();
  const ctx = { config: switchedOn(fields), runId: "r", catalogRef: createToolSearchCatalogRef() };
  const { tools } = runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), ...given] });
  const shown = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { shown, exec: shown[0]?.description ?? "", all: bytes(JSON.stringify(shown)) };
}

const schema = { type: "object", properties: { path: { type: "string", description: "Where to look." }, limit: { type: "number", description: "How many." } }, required: ["path"] };

/** `count` tools: a third the gateway's own, a third of five plugins, a third of five MCP servers. */
function many(count: number): AgentTool[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `tool_number_${i}`;
    const common = { description: `Does the thing that has number ${i} and says what came of it.`, parameters: schema };
    const owner = `owner-${i % 5}`;
    if (i % 3 === 0) return tool(name, undefined, common);
    if (i % 3 === 1) return tool(name, undefined, { ...common, source: "plugin", sourceName: owner });
    return tool(name, undefined, { ...common, source: "mcp", sourceName: owner, mcp: { serverName: owner, toolName: name } });
  });
}

/** A namespace for each of two plugins. */
function register(): void {
  for (const i of [1, 4]) {
    registerCodeModeNamespaceForPlugin(`owner-${i}`, {
      id: `namespace-${i}`,
      globalName: `Helpers${i}`,
      description: "Helpers of the plugin.",
      prompt: `Helpers${i}.run(params) runs it; Helpers${i}.list() lists what there is.`,
      requiredToolNames: [`tool_number_${i}`],
      createScope: () => ({ run: createCodeModeNamespaceTool(`tool_number_${i}`) }),
    });
  }
}

afterEach(clearCodeModeNamespacesForTest);

describe("the model's text", () => {
  const table: Record<string, number>[] = [];
  afterAll(() => console.table(table));

  it.each([10, 100, 1000])("is as short with %d tools as with few, with and without namespaces", (count) => {
    const tools = many(count);
    const own = payload(tools.filter(({ source }) => source === undefined));
    const plain = payload(tools);
    register();
    const full = payload(tools);
    const direct = bytes(JSON.stringify(tools.map(({ name, description, parameters }) => ({ name, description, parameters }))));
    table.push({ tools: count, "description, own tools": bytes(own.exec), "with MCP": bytes(plain.exec), "with MCP and namespaces": bytes(full.exec), "whole payload": full.all, "the tools themselves": direct });
    expect(bytes(own.exec)).toBeLessThan(1100);
    expect(bytes(plain.exec)).toBeLessThan(1500);
    expect(bytes(full.exec)).toBeLessThan(1800);
    expect(full.all).toBeLessThan(2700);
  });

  it("does not grow with the number of MCP servers beyond a bound", () => {
    const servers = (count: number) => Array.from({ length: count }, (_, i) => tool("x", undefined, { source: "mcp", sourceName: `server-${i}`, mcp: { serverName: `server-${i}`, toolName: "x" } }));
    expect(payload(servers(20)).exec).not.toContain("more");
    const { exec } = payload(servers(500));
    expect(exec).toContain(" and 480 more");
    expect(bytes(exec)).toBeLessThan(1800);
  });

  it("names no tool of the catalog", () => {
    expect(JSON.stringify(payload(many(30)).shown)).not.toContain("tool_number");
  });

  it("names only the languages that there are", () => {
    expect(JSON.stringify(payload([], { languages: ["javascript"] }).shown)).not.toContain("ypescript");
    expect(JSON.stringify(payload([], { languages: ["typescript"] }).shown)).not.toContain("avascript");
  });

  it("is the same for the same tools in another order", () => {
    const tools = many(50);
    register();
    expect(payload([...tools].reverse()).shown).toEqual(payload(tools).shown);
  });
});
