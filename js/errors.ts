// The errors that this package throws, and what is told of errors that others throw.

import type { CodeModeErrorCode } from "./types.js";

/** What the package's functions throw: `code` says what kind of fault, `message` which one. */
export class CodeModeError extends Error {
  override readonly name = "CodeModeError";
  readonly code: CodeModeErrorCode;
  /** Whose fault it is, where the message does not say: `namespace "…" of plugin "…"`. */
  detail?: string;

  constructor(code: CodeModeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * What the tools `exec` and `wait` reject with when they were called wrongly: malformed input, code mode disabled, a
 * namespace that breaks a rule, a run that cannot be waited for. `code` is `invalid_input` or `snapshot_expired`.
 */
export class ToolInputError extends Error {
  override readonly name = "ToolInputError";
  readonly code: CodeModeErrorCode;
  /** As of `CodeModeError`. */
  detail?: string;

  constructor(code: CodeModeErrorCode, message: string, detail?: string | null) {
    super(message);
    this.code = code;
    if (typeof detail === "string") this.detail = detail;
  }
}

/** `instanceof` asks a thrown proxy, which may throw. */
export function isOf<T>(error: unknown, kind: new (...args: never[]) => T): error is T {
  try {
    return error instanceof kind;
  } catch {
    return false;
  }
}

export function isCodeModeError(error: unknown): error is CodeModeError {
  return isOf(error, CodeModeError);
}

export function isToolInputError(error: unknown): error is ToolInputError {
  return isOf(error, ToolInputError);
}

/** Whether a value is one that can have properties of its own. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Longest error text, in UTF-16 units, that is handed on to a guest. */
const MAX_MESSAGE = 16_384;

/** What the guest is told of a value that a tool threw: text only, and never a stack. */
export function describeThrown(thrown: unknown): { message: string; code?: string } {
  try {
    if (!isObject(thrown)) {
      return { message: clip(String(thrown)) };
    }
    const { message, code } = thrown as { message?: unknown; code?: unknown };
    const described: { message: string; code?: string } = {
      message: typeof message === "string" && message !== "" ? clip(message) : "tool failed without a message",
    };
    if (typeof code === "string") described.code = clip(code);
    return described;
  } catch {
    return { message: "tool failed with an error that cannot be read" };
  }
}

function clip(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}

/** Tells a host's listener something; how it fails, now or later, is no concern of whoever tells it. */
export function tell<T>(listener: ((event: T) => unknown) | undefined, event: T): void {
  try {
    const returned = listener?.(event);
    if (!isObject(returned)) return;
    // A thenable that throws here rejects the promise.
    Promise.resolve(returned).then(undefined, () => {});
  } catch {
    // as said
  }
}
