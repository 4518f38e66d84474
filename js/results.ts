// Results that no cell has made, and what this side of the border adds to those that one has.

import { CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME } from "./control.js";
import { describeThrown, ToolInputError } from "./errors.js";
import type { Refusal } from "./native.js";
import type { CodeModeErrorCode, CodeModeFailedResult, CodeModeResult } from "./types.js";

/** The result of a cell that could not even be refused, for want of an addon. */
export function withoutAddon(code: CodeModeErrorCode, error: string): CodeModeFailedResult {
  return {
    status: "failed",
    error,
    code,
    calls: [],
    telemetry: {
      visibleTools: [CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME],
      catalogSize: 0,
      sources: { openclaw: 0, plugin: 0, mcp: 0, client: 0 },
      execCount: 0,
      waitCount: 0,
      searchCount: 0,
      describeCount: 0,
      callCount: 0,
      namespaceCount: 0,
      calledTools: [],
      limits: {},
      snapshot: { restores: 0 },
      timing: { transformMs: 0, guestMs: 0, hostWaitMs: 0, totalMs: 0 },
    },
  };
}

/** What the core says of an `exec` or `wait` that it did not begin; as a tool call it may reject. */
export async function refused(refusal: Refusal, asTool: boolean): Promise<CodeModeResult> {
  if (asTool && refusal.rejects) throw new ToolInputError(refusal.code as CodeModeErrorCode, refusal.message, refusal.detail);
  return JSON.parse(refusal.result) as CodeModeResult;
}

/** What `AbortController.abort()` gives as the reason where the caller gave none. */
const NO_REASON = "This operation was aborted";

/** Adds the caller's own reason to the result of what was aborted. */
export function withReason<T extends CodeModeResult>(result: T, reason: unknown): T {
  if (reason === undefined || result.status !== "failed" || result.code !== "aborted") return result;
  const { message } = describeThrown(reason);
  if (message !== NO_REASON) result.detail = message;
  return result;
}
