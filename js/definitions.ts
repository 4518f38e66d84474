// What the host's tools say of themselves, as the core reads it. A tool that cannot be read or called is left out, with
// the reason: one bad tool must not cost a run the others.

import { MAX_DESCRIPTION, MAX_NAME, bearable, cut } from "./bounds.js";
import { guarded } from "./config.js";
import { describeThrown, isObject } from "./errors.js";
import { unreadable } from "./given.js";
import { native } from "./native.js";
import type { AgentTool, CodeModeRuntimeOptions, SkippedTool, ToolCatalogEntry, ToolClass } from "./types.js";

/** Tool-search controls: neither visible to the model nor catalogued. */
const TOOL_SEARCH_CONTROLS: ReadonlySet<string> = new Set([
  "tool_search_code",
  "tool_search",
  "tool_describe",
  "tool_call",
]);

/** Whether a tool belongs to the gateway's tool search, which code mode replaces. */
export function isToolSearchControl(tool: AgentTool): boolean {
  return TOOL_SEARCH_CONTROLS.has(tool.name);
}

/** Whether a tool stays visible to the model. */
export function isDirectOnly(tool: AgentTool): boolean {
  return tool.catalogMode === "direct-only";
}

/** The tools that can be read, and why each other one cannot: it is left out, not the others with it. */
export function readable(tools: readonly AgentTool[]): { tools: AgentTool[]; skipped: SkippedTool[] } {
  const skipped: SkippedTool[] = [];
  const kept = tools.filter((tool) => {
    try {
      const reason = !isObject(tool) ? "it is no object." : typeof tool.name !== "string" ? "name is no string." : undefined;
      if (reason === undefined) void tool.catalogMode;
      else skipped.push({ reason });
      return reason === undefined;
    } catch (error) {
      skipped.push({ reason: unreadable("it", error).message });
      return false;
    }
  });
  return { tools: kept, skipped };
}

/** Why a tool is skipped in which there is nothing to call. */
export const NOT_CALLABLE = "execute is no function.";

/** Whether there is something to call in a tool. */
export function isCallable(tool: AgentTool): boolean {
  try {
    return typeof tool.execute === "function";
  } catch {
    return false;
  }
}

/** What a tool says of itself. */
type Described = Pick<ToolCatalogEntry, "name" | "label" | "description" | "parameters">;

export interface Definition {
  readonly described: Described;
  readonly mcp: ToolCatalogEntry["mcp"];
  /** What a call runs. */
  readonly tool: AgentTool;
  /** JSON text, or `null` for a tool that cannot be described: the core skips it. */
  readonly text: string;
  /** Why it is skipped. */
  readonly skipped?: SkippedTool;
}

/** Stands in for a tool that cannot be read or called. */
function unusable(name: unknown, reason: string): Definition {
  const skipped: SkippedTool = typeof name === "string" ? { name, reason } : { reason };
  return { described: { name: "" }, mcp: undefined, tool: {} as AgentTool, text: "null", skipped };
}

/** Describes a tool; one that cannot be read or called is left out of the catalog, not the others with it. */
function define(from: Described, tool: AgentTool, classOf: Partial<ToolClass>, id?: string): Definition {
  let named: unknown;
  try {
    const { name, label, description, parameters } = from;
    named = name;
    if (!isCallable(tool)) return unusable(name, NOT_CALLABLE);
    const { source, sourceName, mcp } = classOf;
    const text = JSON.stringify({
      id: cut(id, MAX_NAME),
      name: cut(name, MAX_NAME),
      label: cut(label, MAX_NAME),
      description: cut(description, MAX_DESCRIPTION),
      parameters: bearable(parameters),
      source,
      sourceName: cut(sourceName, MAX_NAME),
      mcp: mcp && origin(mcp),
    });
    return { described: { name, label, description, parameters }, mcp, tool, text };
  } catch (error) {
    return unusable(named, unreadable("it", error).message);
  }
}

function origin(mcp: NonNullable<ToolCatalogEntry["mcp"]>): object {
  const { serverName, safeServerName, toolName, operation } = mcp;
  return {
    serverName: cut(serverName, MAX_NAME),
    safeServerName: cut(safeServerName, MAX_NAME),
    toolName: cut(toolName, MAX_NAME),
    operation: cut(operation, MAX_NAME),
  };
}

/** Characters of definitions after which the core is asked whether it takes more. */
const ASK_EVERY = 1 << 20;

/**
 * Describes as many as a catalog may hold.
 *
 * @throws {CodeModeError} `invalid_input` for more tools, or longer texts altogether, than that.
 */
export function defineEach<T>(from: readonly T[], describe: (one: T) => Definition): Definition[] {
  const within = (characters: number) => guarded(() => native().checkCatalogSize(from.length, characters));
  within(0);
  let characters = 0;
  let asked = 0;
  return from.map((one) => {
    const definition = describe(one);
    characters += definition.text.length;
    if (characters - asked >= ASK_EVERY) within((asked = characters));
    return definition;
  });
}

/** An entry that the gateway made itself is taken as it is, its id included. */
export function taken(entry: ToolCatalogEntry): Definition {
  try {
    return define(entry, entry.tool, entry, entry.id);
  } catch (error) {
    return unusable(undefined, unreadable("it", error).message);
  }
}

/** What `classifyTool` and `wrapTool` of a runtime make of tools. */
export type CatalogOptions = Pick<CodeModeRuntimeOptions, "classifyTool" | "wrapTool">;

/** What a run's tools are to the catalog; `classOf` says where one comes from. */
export function defineAll(
  tools: readonly AgentTool[],
  { classifyTool, wrapTool }: CatalogOptions,
  hookContext: unknown,
  classOf: (said: Partial<ToolClass>) => Partial<ToolClass> = (said) => said,
): Definition[] {
  return defineEach(tools, (tool) => {
    let step = "classifyTool";
    try {
      const said = classOf(classifyTool?.(tool) ?? tool);
      step = "wrapTool";
      // A tool without the host's hooks around it must not be callable.
      const wrapped = wrapTool ? wrapTool(tool, hookContext) : tool;
      return define(tool, wrapped, said);
    } catch (error) {
      return unusable(tool.name, `${step} failed: ${describeThrown(error).message}`);
    }
  });
}

/** Client tools are the client's, whatever else they say. */
export function classOfClient({ sourceName }: Partial<ToolClass>): Partial<ToolClass> {
  return sourceName === undefined ? { source: "client" } : { source: "client", sourceName };
}

export function skippedOf(definitions: readonly Definition[]): SkippedTool[] {
  return definitions.flatMap(({ skipped }) => skipped ?? []);
}
