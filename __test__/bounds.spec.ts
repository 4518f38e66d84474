import { describe, expect, it } from "vitest";
import { CodeModeError, createToolSearchCatalogRef } from "../index.js";
import type { AgentTool, ToolCatalogEntry } from "../index.js";
import { agentRun, completed, failed, longestStall, switchedOn, tool } from "./support.js";

const MOST_TOOLS = 20_000;
const LONGEST_DESCRIPTION = 65_536;
const LONGEST_NAME = 1024;
const LARGEST_SCHEMA = 1 << 20;
const LARGEST_CATALOG = 32 << 20;

const bare = async () => ({});
const many = (count: number): AgentTool[] => Array.from({ length: count }, (_, i) => ({ name: `t${i}`, execute: bare }) as never);

/** What applying the catalog of these tools throws. */
function refusal(tools: AgentTool[]): unknown {
  try {
    agentRun({ tools });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("the number of tools", () => {
  const tooMany = { code: "invalid_input", message: "code mode catalog has 20001 tools; at most 20000 are allowed." };

  it("is bounded", async () => {
    const run = agentRun({ tools: many(MOST_TOOLS) });
    expect(completed(await run.exec("return ALL_TOOLS.length")).value).toBe(MOST_TOOLS);
    const thrown = refusal(many(MOST_TOOLS + 1));
    expect(thrown).toBeInstanceOf(CodeModeError);
    expect(thrown).toMatchObject(tooMany);
  });

  it("is bounded together with client tools, and what was there stays", async () => {
    const run = agentRun({ tools: many(MOST_TOOLS - 1) });
    const add = (name: string) => run.runtime.addClientTools({ ...run.ctx, tools: [tool(name)] });
    expect(add("last").catalogToolCount).toBe(MOST_TOOLS);
    expect(() => add("one_more")).toThrow(expect.objectContaining(tooMany));
    expect(completed(await run.exec("return [ALL_TOOLS.length, 'last' in tools]")).value).toEqual([MOST_TOOLS, true]);
  });

  it("is bounded where the gateway made the entries", async () => {
    const { runtime } = agentRun();
    const exec = (count: number) => {
      const entries = many(count).map((tool, i): ToolCatalogEntry => ({ id: `openclaw:core:${i}`, name: tool.name, source: "openclaw", tool }));
      const catalogRef = createToolSearchCatalogRef();
      catalogRef.current = { entries, searchCount: 0, describeCount: 0, callCount: 0 };
      return runtime.exec({ config: switchedOn(), catalogRef }, { code: "return ALL_TOOLS.length" });
    };
    expect(completed(await exec(MOST_TOOLS)).value).toBe(MOST_TOOLS);
    expect(failed(await exec(MOST_TOOLS + 1))).toMatchObject({ code: tooMany.code, error: tooMany.message });
  });
});

describe("one tool's own words", () => {
  const described = async (extra: Partial<AgentTool>) =>
    completed(await agentRun({ tools: [tool("t", undefined, extra)], config: { maxOutputBytes: 8 << 20 } }).exec("return await tools.describe(ALL_TOOLS[0].id)")).value as {
      name: string;
      description: string;
      parameters: object;
    };

  it("as descriptions, are whole up to the bound and cut beyond it", async () => {
    const fits = "é".repeat(LONGEST_DESCRIPTION);
    expect((await described({ description: fits })).description).toBe(fits);
    const { description } = await described({ description: `${fits}é` });
    expect(description).toBe(`${"é".repeat(LONGEST_DESCRIPTION - 1)}…`);
    expect((await described({ description: `${"é".repeat(LONGEST_DESCRIPTION - 2)}😀😀` })).description).toBe(`${"é".repeat(LONGEST_DESCRIPTION - 2)}…`);
  });

  it("as names, are whole up to the bound and cut beyond it, and the tool can be called", async () => {
    for (const [length, shown] of [[LONGEST_NAME, "x".repeat(LONGEST_NAME)], [LONGEST_NAME + 1, `${"x".repeat(LONGEST_NAME - 1)}…`]] as const) {
      const run = agentRun({ tools: [tool("x".repeat(length))] });
      expect(completed(await run.exec("return [ALL_TOOLS[0].name, await tools.callValue(ALL_TOOLS[0].id, { a: 1 })]")).value).toEqual([shown, { a: 1 }]);
    }
  });

  it("as schemas, are whole up to the bound and unknown beyond it", async () => {
    const schema = (size: number) => ({ type: "object", description: "x".repeat(size) });
    const fits = schema(LARGEST_SCHEMA - 64);
    expect((await described({ parameters: fits })).parameters).toEqual(fits);
    expect((await described({ parameters: schema(LARGEST_SCHEMA) })).parameters).toEqual({});
    const nested = (depth: number) => {
      let schema: object = {};
      for (let i = 0; i < depth; i++) schema = { items: schema };
      return schema;
    };
    expect((await described({ parameters: nested(500) })).parameters).toEqual(nested(500));
    expect((await described({ parameters: nested(5000) })).parameters).toEqual({});
    let aliased: object = {};
    for (let i = 0; i < 60; i++) aliased = { a: aliased, b: aliased };
    expect((await described({ parameters: aliased })).parameters).toEqual({});
  });

  it("do not hold up the event loop, however long they are", async () => {
    const long = Buffer.alloc(10 << 20, "x").toString("latin1");
    const huge: Record<string, unknown> = {};
    for (let i = 0; i < 50_000; i++) huge[`property_${i}`] = { type: "string", description: "of a server that nobody here wrote" };
    const cases: Partial<AgentTool>[] = [{ description: long }, { name: long }, { label: long }, { sourceName: long }, { parameters: { long } }, { parameters: { properties: huge } }];
    for (const extra of cases) {
      const tools = [tool("t", undefined, extra)];
      expect(await longestStall(async () => void agentRun({ tools }))).toBeLessThan(50);
    }
  });
});

describe("what all tools say together", () => {
  it("is bounded", async () => {
    const wordy = (count: number) => many(count).map((tool) => ({ ...tool, description: "x".repeat(LONGEST_DESCRIPTION) }));
    const fits = Math.floor(LARGEST_CATALOG / (LONGEST_DESCRIPTION + 40));
    expect(completed(await agentRun({ tools: wordy(fits) }).exec("return 1")).value).toBe(1);
    expect(refusal(wordy(fits + 2))).toMatchObject({ code: "invalid_input", message: expect.stringMatching(/^code mode catalog is too large: /) });
  });
});
