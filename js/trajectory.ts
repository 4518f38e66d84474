// What nested calls become in the gateway's transcript: one record per call, in the order in which they
// began, with their parent's id, however the cell ends.

import { isObject, tell } from "./errors.js";
import { reading } from "./given.js";
import type { CodeModeResult, MadeToolCall, NestedCallEvent } from "./types.js";

/** Calls of one cell that results keep for `projectNestedToolCalls`; `onNestedCall` gets them all. */
const MAX_KEPT = 4096;
/** UTF-16 units of JSON text, of inputs and results, that one cell keeps; `onNestedCall` gets them all. */
const MAX_KEPT_TEXT = 8 * 1024 * 1024;

/** Most calls that a result lists, as the core has it. */
const MAX_LISTED = 256;

/** A call under way. */
export interface OpenCall {
  readonly event: Omit<NestedCallEvent, "endedAt">;
  readonly index: number;
  /** Length of the input's JSON text. */
  inputText: number;
}

/** The nested calls of one cell. */
export class Trajectory {
  private readonly kept: (NestedCallEvent | undefined)[] = [];
  private readonly open = new Set<OpenCall>();
  private begun = 0;
  private keptText = 0;

  constructor(private readonly listener: ((event: NestedCallEvent) => void) | undefined) {}

  begin(event: Omit<NestedCallEvent, "endedAt">): OpenCall {
    const call = { event, index: this.begun++, inputText: 0 };
    this.open.add(call);
    return call;
  }

  /** A call is over, with so much JSON text of its result; whatever is said of it later is ignored. */
  end(call: OpenCall, outcome: { result: unknown } | { error: string }, resultText: number): void {
    if (!this.open.delete(call)) return;
    const event: NestedCallEvent = { ...call.event, endedAt: Date.now() };
    if ("error" in outcome) {
      event.result = { content: [{ type: "text", text: outcome.error }] };
      event.isError = true;
    } else {
      event.result = outcome.result;
    }
    if (call.index < MAX_KEPT) this.keep(call.index, event, call.inputText + resultText);
    tell(this.listener, event);
  }

  /** A guest chooses how much its calls say: beyond the bound only that they were made is kept. */
  private keep(index: number, event: NestedCallEvent, text: number): void {
    this.keptText += text;
    if (this.keptText <= MAX_KEPT_TEXT) {
      this.kept[index] = event;
      return;
    }
    const { result: _, ...bare } = event;
    this.kept[index] = { ...bare, input: undefined };
  }

  /** The cell is over: what is still under way is cut off. */
  cutOff(why: string): void {
    for (const call of [...this.open]) this.end(call, { error: why }, why.length);
  }

  /** The calls of the cell as its results list them: for a result that could not be made where the cell is. */
  made(): MadeToolCall[] {
    const made: MadeToolCall[] = [];
    const list = ({ catalogId: id, toolName: name, toolCallId }: OpenCall["event"], status: MadeToolCall["status"]) => ({ id, name, toolCallId, status });
    this.kept.slice(0, MAX_LISTED).forEach((event, index) => {
      if (event) made[index] = list(event, event.isError ? "failed" : "completed");
    });
    for (const { event, index } of this.open) if (index < MAX_LISTED) made[index] = list(event, "pending");
    return made.filter((call) => call !== undefined);
  }

  /** The calls that are over, in the order in which they began. */
  events(): NestedCallEvent[] {
    return this.kept.filter((event) => event !== undefined);
  }
}

const trajectories = new WeakMap<object, Trajectory>();

/** Makes the calls known to whoever has the result. */
export function attach(result: CodeModeResult, trajectory: Trajectory): void {
  trajectories.set(result, trajectory);
}

/**
 * The nested calls behind a result, for the transcript: real tool calls with the outer call as their
 * parent, in the order in which they began.
 *
 * Every result of a cell gives all calls of the cell that are over by now; `toolCallId` tells them
 * apart, so a transcript that has one already skips it. A call that was cut off by the end of its cell is
 * there with `isError`. At most 4096 per cell, and those beyond 8 MiB of inputs and results
 * without either; the runtime's `onNestedCall` gets every one with both.
 *
 * @param result What `exec` or `wait` resolved to, of the runtime or of the tools (or its `details`). A copy
 * of it gives nothing: inputs and results are kept beside a result, not in it.
 */
export function projectNestedToolCalls(result: CodeModeResult | { details: CodeModeResult }): NestedCallEvent[] {
  if (!isObject(result)) return [];
  const own = trajectories.get(result);
  if (own) return own.events();
  const details = reading("result", () => (result as { details?: unknown }).details);
  return isObject(details) ? (trajectories.get(details)?.events() ?? []) : [];
}
