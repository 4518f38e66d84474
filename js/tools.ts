// The two tools that the model sees.

import type { Catalog } from "./catalog.js";
import type { ResolvedConfig } from "./config.js";
import { CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME, isCodeModeControlTool, markCodeModeControlTool } from "./control.js";
import { guarded } from "./config.js";
import { shownNamespaces } from "./namespaces/visible.js";
import { native, type ToolSurface } from "./native.js";
import type { Runtime } from "./runtime.js";
import type { AgentTool, CodeModeContext, CodeModeNamespaceContext, CodeModeResult, CodeModeTool } from "./types.js";

/** What is said of the tools where there is no addon to say it; they can only fail there. */
const UNAVAILABLE = { description: "Code mode is not available.", parameters: '{"type":"object","properties":{}}' };

/** What is said of the tools before there is a catalog. */
function surface(config: ResolvedConfig | undefined): ToolSurface {
  try {
    return native().toolSurface(config?.native);
  } catch {
    const { description, parameters } = UNAVAILABLE;
    return { execDescription: description, execParameters: parameters, waitDescription: description, waitParameters: parameters };
  }
}

/**
 * Checks the names of the tools in the final provider payload.
 *
 * @param directOnly Names of the run's direct-only tools, which may be there too.
 * @throws {CodeModeError} `runtime_unavailable` unless they are exactly `exec`, `wait` and those: the run must fail rather
 * than show the model an ordinary tool.
 */
export function assertCodeModeToolSurface(names: readonly string[], directOnly: readonly string[] = []): void {
  const allowed = listed(directOnly).filter((name) => typeof name === "string");
  guarded(() => native().assertToolSurface(listed(names).map(shown), allowed));
}

/** What hosts hand over as a list; nothing where it is none. */
function listed(names: unknown): unknown[] {
  try {
    return [...(names as Iterable<unknown>)];
  } catch {
    return [];
  }
}

/** A name as it is; what is none becomes one that no tool can have. */
function shown(name: unknown): string {
  return typeof name === "string" ? name : `(${name === null ? "null" : typeof name})`;
}

function wrapped(result: CodeModeResult): { content: { type: "text"; text: string }[]; details: CodeModeResult } {
  return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }], details: result };
}

/** Makes `exec` and `wait` for one agent run. */
export function makeTools(
  runtime: Runtime,
  ctx: CodeModeContext,
  config: ResolvedConfig | undefined,
): [exec: CodeModeTool, wait: CodeModeTool] {
  const texts = surface(config);
  const exec: CodeModeTool = {
    name: CODE_MODE_EXEC_TOOL_NAME,
    label: "Code mode: exec",
    description: texts.execDescription,
    parameters: JSON.parse(texts.execParameters) as object,
    execute: (toolCallId, input, signal, onUpdate) =>
      runtime.run(ctx, input, { toolCallId, signal, onUpdate }, true).then(wrapped),
  };
  const wait: CodeModeTool = {
    name: CODE_MODE_WAIT_TOOL_NAME,
    label: "Code mode: wait",
    description: texts.waitDescription,
    parameters: JSON.parse(texts.waitParameters) as object,
    hideFromChannelProgress: true,
    execute: (toolCallId, input, signal, onUpdate) =>
      runtime.resume(ctx, input, { toolCallId, signal, onUpdate }, true).then(wrapped),
  };
  return [markCodeModeControlTool(exec), markCodeModeControlTool(wait)];
}

/** Gives `exec` the description for a catalog; every other tool stays what it is. */
export function describeExec(tool: AgentTool, catalog: Catalog, config: ResolvedConfig, ctx: CodeModeNamespaceContext): AgentTool {
  if (tool.name !== CODE_MODE_EXEC_TOOL_NAME || !isCodeModeControlTool(tool)) return tool;
  const description = guarded(() => native().describeExec(catalog.native, config.native, shownNamespaces(catalog, ctx)));
  try {
    tool.description = description;
    return tool;
  } catch {
    return markCodeModeControlTool({ ...tool, description });
  }
}
