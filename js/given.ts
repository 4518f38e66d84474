// What hosts hand over is read here: whatever it is, and whatever reading it does, the fault has a code.

import { CodeModeError, describeThrown, isCodeModeError, isObject } from "./errors.js";
import type { CodeModeErrorCode, CodeModeScope } from "./types.js";

/** Reads something of the host's. What a getter or a proxy throws is `invalid_input`, or `code`. */
export function reading<T>(what: string, read: () => T, code: CodeModeErrorCode = "invalid_input"): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(what, error, code);
  }
}

/** What is said of something that threw while it was read; an error of this package says it itself. */
export function unreadable(what: string, error: unknown, code: CodeModeErrorCode = "invalid_input"): CodeModeError {
  if (isCodeModeError(error)) return error;
  return new CodeModeError(code, `${what} cannot be read: ${describeThrown(error).message}`);
}

/** The value, which must be an object. */
export function objectOf<T>(what: string, value: T): T & object {
  if (!isObject(value)) throw new CodeModeError("invalid_input", `${what} must be an object.`);
  return value;
}

/** The value, an object or nothing: nothing is an empty one. */
export function objectOrNothing<T extends object>(what: string, value: T | undefined | null): T {
  return value === undefined || value === null ? ({} as T) : objectOf(what, value);
}

/** The value, an array. */
export function arrayOf<T>(what: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw new CodeModeError("invalid_input", `${what} must be an array.`);
  return value;
}

/** The value, a function or nothing. */
export function functionOrNothing<T>(what: string, value: T, code: CodeModeErrorCode = "invalid_input"): T | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "function") throw new CodeModeError(code, `${what} must be a function.`);
  return value;
}

/** A name, or nothing. One of another type is refused: a scope with a field less would be a wider one. */
export function nameOrNothing(what: string, value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return undefined;
  throw new CodeModeError("invalid_input", `${what} must be a string.`);
}

/** The four fields that name an agent run. */
export function scopeOf(scope: CodeModeScope): CodeModeScope {
  const { agentId, sessionId, sessionKey, runId } = scope;
  return {
    agentId: nameOrNothing("agentId", agentId),
    sessionId: nameOrNothing("sessionId", sessionId),
    sessionKey: nameOrNothing("sessionKey", sessionKey),
    runId: nameOrNothing("runId", runId),
  };
}

/** The value, if it is text. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether `by` names the agent run of `scope`: every field that it has is the same there, and it has one. */
export function isNamedBy(scope: CodeModeScope, by: CodeModeScope): boolean {
  const names = ["agentId", "sessionId", "sessionKey", "runId"] as const;
  const given = names.filter((name) => typeof by[name] === "string" && by[name] !== "");
  return given.length > 0 && given.every((name) => by[name] === scope[name]);
}
