// `OPENCLAW_DEBUG_CODE_MODE=1`: one line on stderr per transition of a cell.

import type { CodeModeEvent } from "./types.js";

/** Whether transitions are to be written; asked when a runtime is made. */
export function isDebugging(): boolean {
  return process.env.OPENCLAW_DEBUG_CODE_MODE === "1";
}

/** Writes one transition: no inputs, no values, no secrets are in it. */
export function writeTransition(event: CodeModeEvent): void {
  const { type, at, cell, runId, toolCallId, reason, code, snapshotBytes, pending } = event;
  const facts = {
    cell,
    run: runId,
    // Ids come from the provider: whatever they hold, the line stays one line.
    call: toolCallId === undefined ? undefined : JSON.stringify(toolCallId),
    reason,
    code,
    snapshot: snapshotBytes === undefined ? undefined : `${snapshotBytes} B`,
    pending,
  };
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  const line = told.map(([name, value]) => ` ${name}=${value}`).join("");
  process.stderr.write(`[code-mode] ${new Date(at).toISOString()} ${type}${line}\n`);
}
