// Helpers for the gateway's before-call hooks: a policy written for a shell `exec` must see the
// cell, and one for cells must know that it is one. The decisions are Rust's.

import { CODE_MODE_EXEC_TOOL_NAME, isCodeModeControlTool } from "./control.js";
import { guarded } from "./config.js";
import { objectOf, reading } from "./given.js";
import { native } from "./native.js";

/** `toolKind` of hook events of code mode's `exec`. */
export const CODE_MODE_EXEC_TOOL_KIND = "code_mode_exec";

/** What hook events of code mode's `exec` carry. */
export interface CodeModeExecHookMetadata {
  toolKind: typeof CODE_MODE_EXEC_TOOL_KIND;
  /** Left out where the language is not one of the two. */
  toolInputKind?: "javascript" | "typescript";
}

function isExec(tool: unknown): boolean {
  return isCodeModeControlTool(tool) && (tool as { name: string }).name === CODE_MODE_EXEC_TOOL_NAME;
}

function isParams(params: unknown): params is Record<string, unknown> {
  return typeof params === "object" && params !== null && !Array.isArray(params);
}

function language(params: unknown): unknown {
  return isParams(params) ? params.language : undefined;
}

/**
 * Metadata for the before-call hook events of a tool call: by it a policy tells a cell from a shell command.
 *
 * @returns `undefined` for any tool but code mode's `exec`. Without a language it is JavaScript.
 */
export function getCodeModeExecBeforeHookMetadata(call: { tool: unknown; params: unknown }): CodeModeExecHookMetadata | undefined {
  return reading("call", () => {
    const { tool, params } = objectOf("call", call);
    if (!isExec(tool)) return undefined;
    const named = language(params);
    return guarded(() => native().hookMetadata(named));
  });
}

/** `getCodeModeExecBeforeHookMetadata` where only the tool's kind is known. */
export function getCodeModeExecBeforeHookMetadataForToolKind(call: {
  toolKind: unknown;
  params: unknown;
}): CodeModeExecHookMetadata | undefined {
  return reading("call", () => {
    const { toolKind, params } = objectOf("call", call);
    if (toolKind !== CODE_MODE_EXEC_TOOL_KIND) return undefined;
    const named = language(params);
    return guarded(() => native().hookMetadataForKind(toolKind, named)) ?? undefined;
  });
}

/**
 * Parameters as before-call hooks are to see them: the cell in both `code` and `command`, so that a policy written for
 * a shell's `command` sees it. Gives a copy; parameters of any other tool come back as they are.
 */
export function normalizeCodeModeExecBeforeHookParams<T>(call: { tool: unknown; params: T }): T {
  return reading("call", () => (isExec(objectOf("call", call).tool) ? mirrored(call.params) : call.params));
}

/** `normalizeCodeModeExecBeforeHookParams` where only the tool's kind is known. */
export function normalizeCodeModeExecBeforeHookParamsForToolKind<T>(call: { toolKind: unknown; params: T }): T {
  return reading("call", () => (objectOf("call", call).toolKind === CODE_MODE_EXEC_TOOL_KIND ? mirrored(call.params) : call.params));
}

function mirrored<T>(params: T): T {
  if (!isParams(params)) return params;
  const { code, command } = params;
  return copied(params, guarded(() => native().mirrorExecParams(code, command)));
}

/**
 * Parameters as `exec` is to see them: a hook's rewrite of `code` or `command` is copied to the
 * other. Rewrites that conflict are left, for `exec` to refuse.
 *
 * `hookParams` is what the hooks were shown, `adjustedParams` what they made of it.
 */
export function reconcileCodeModeExecBeforeHookParams<T>(call: {
  tool: unknown;
  originalParams: unknown;
  hookParams: unknown;
  adjustedParams: T;
}): T {
  return reading("call", () => {
    const { tool, originalParams, hookParams, adjustedParams } = objectOf("call", call);
    if (!isExec(tool) || !isParams(adjustedParams)) return adjustedParams;
    const shown = isParams(hookParams) ? hookParams : mirrored(originalParams);
    if (!isParams(shown)) return adjustedParams;
    const { code, command } = adjustedParams;
    const { code: shownCode, command: shownCommand } = shown;
    return copied(adjustedParams, guarded(() => native().reconcileExecParams(shownCode, shownCommand, code, command)));
  });
}

/** A copy in which `field` has the other's value. */
function copied<T extends Record<string, unknown>>(params: T, field: "code" | "command" | null): T {
  if (!field) return params;
  return { ...params, [field]: field === "code" ? params.command : params.code };
}
