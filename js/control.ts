// Which tools are code mode's own: by identity, never by name.

import { objectOf } from "./given.js";
import type { AgentTool, CodeModeTool } from "./types.js";

/** Name of the tool that runs a cell. */
export const CODE_MODE_EXEC_TOOL_NAME = "exec";
/** Name of the tool that goes on with a parked cell. */
export const CODE_MODE_WAIT_TOOL_NAME = "wait";

// Copies of the package in one process agree on this mark, and so do spread copies of a tool.
const MARK = Symbol.for("openclaw.codeMode.controlTool");
// Frozen tools cannot carry the mark.
const marked = new WeakSet<object>();

/**
 * Makes a tool one of code mode's control tools, and returns it: a host that wraps `exec` or `wait` marks the wrapper.
 * Copies of the tool (`{ ...tool }`) are control tools too.
 *
 * @throws {CodeModeError} `invalid_input` for what is no object.
 */
export function markCodeModeControlTool<T extends object>(tool: T): T {
  marked.add(objectOf("tool", tool));
  try {
    Object.defineProperty(tool, MARK, { value: true, enumerable: true, configurable: true, writable: true });
  } catch {
    // frozen: the set knows it
  }
  return tool;
}

/**
 * Whether a tool is one of code mode's two control tools. A shell tool that happens to be called `exec` is not: what
 * counts is the mark that `createCodeModeTools` and `markCodeModeControlTool` leave, in any copy of the package.
 *
 * @example
 * const [exec, wait] = applyCodeModeCatalog({ ...ctx, tools }).tools.filter(isCodeModeControlTool);
 */
export function isCodeModeControlTool(tool: unknown): tool is CodeModeTool {
  if (typeof tool !== "object" || tool === null) return false;
  try {
    const { name } = tool as AgentTool;
    if (name !== CODE_MODE_EXEC_TOOL_NAME && name !== CODE_MODE_WAIT_TOOL_NAME) return false;
    return marked.has(tool) || (tool as Record<symbol, unknown>)[MARK] === true;
  } catch {
    // the two can always be read
    return false;
  }
}
