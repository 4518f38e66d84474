// The JavaScript side of one cell: its nested calls, their abort signal and their updates.

import { endCell, expectNews, type CellListener } from "./bridge.js";
import type { Catalog } from "./catalog.js";
import { describeThrown, tell } from "./errors.js";
import { isNamedBy } from "./given.js";
import { mapInput, type CellNamespaces } from "./namespaces/visible.js";
import type { NativeRuntime } from "./native.js";
import { unwatch, watch, type Abortable } from "./signals.js";
import { Trajectory } from "./trajectory.js";
import type { CodeModeContext, CodeModeScope, ExecuteToolParams, NestedCallEvent, ToolCatalogEntry, ToolCatalogSession, ToolUpdate } from "./types.js";

/** What the transcript says of a call whose cell ended before it did. */
const CUT_OFF = "the code mode cell ended before this call did.";

/** What a call is told that was not begun. */
const STOPPED = "code mode run was aborted.";

/** What a cell needs of the runtime it belongs to. */
export interface CellOwner {
  readonly native: NativeRuntime;
  readonly onNestedCall: ((event: NestedCallEvent) => void) | undefined;
  /** The cell is over. */
  forget(cell: Cell): void;
}

/** One cell, from `exec` to its last result. */
export class Cell implements CellListener, Abortable {
  /** Where updates of nested tools go: the exec or wait that is under way. */
  onUpdate: ToolUpdate | undefined;
  /** Known once the cell has been parked. */
  runId: string | undefined;
  /** What earlier results have said of searches and calls. */
  counted: Pick<ToolCatalogSession, "searchCount" | "describeCount" | "callCount"> | undefined;
  // These are made with the first nested call: most cells make none.
  private calls: Trajectory | undefined;
  private controller: AbortController | undefined;
  private update: ToolUpdate | undefined;
  private pending = 0;
  private over = false;
  /** It was aborted, and what it asked for before that may still be on the way here: nothing of it is begun any more. */
  private stopped = false;
  /** Why the context's signal fired, if it has. */
  reason: unknown;
  private readonly contextSignal: AbortSignal | undefined;

  constructor(
    private readonly owner: CellOwner,
    readonly ticket: number,
    private readonly catalog: Catalog,
    private readonly context: CodeModeContext,
    private readonly parentToolCallId: string,
    contextSignal: AbortSignal | undefined,
    private readonly namespaces: CellNamespaces | undefined,
    private readonly scope: CodeModeScope,
  ) {
    this.contextSignal = contextSignal;
  }

  /** Listens to the context's signal; throws what it throws. */
  attach(): void {
    if (this.contextSignal) watch(this.contextSignal, this);
  }

  detach(): void {
    if (this.contextSignal) unwatch(this.contextSignal, this);
  }

  /** The cell's nested calls, if it has made any. */
  get trajectory(): Trajectory | undefined {
    return this.calls;
  }

  /** The context's signal has fired. */
  abort(reason: unknown): void {
    if (this.over) return;
    this.reason = reason;
    this.owner.native.abortCell(this.ticket);
    this.stopCalls(reason);
  }

  /** Whether `scope` names the agent run that this is for. */
  isOf(scope: CodeModeScope): boolean {
    return isNamedBy(this.scope, scope);
  }

  /**
   * Gives the calls under way their signal and begins no other, without waiting for the addon to say that the cell is
   * over.
   */
  stopCalls(reason: unknown): void {
    this.stopped = true;
    if (this.pending > 0) this.controller?.abort(reason);
  }

  ended(): void {
    if (this.over) return;
    this.over = true;
    this.onUpdate = undefined;
    this.detach();
    endCell(this.ticket);
    this.owner.forget(this);
    if (this.pending > 0) this.controller?.abort();
    this.calls?.cutOff(CUT_OFF);
  }

  call(call: number, origin: number, toolCallId: string, input: string, namespace: string): void {
    if (this.over) return;
    const entry = this.catalog.tools[origin];
    if (!entry) {
      this.owner.native.answer(call, false, '{"message":"tool is not in the catalog"}');
      return;
    }
    this.pending++;
    void this.run(call, entry, toolCallId, input, namespace);
  }

  /** Never rejects, whatever the tool does. */
  private async run(call: number, entry: ToolCatalogEntry, toolCallId: string, input: string, namespace: string): Promise<void> {
    const calls = (this.calls ??= new Trajectory(this.owner.onNestedCall));
    const event: Omit<NestedCallEvent, "endedAt"> = {
      parentToolCallId: this.parentToolCallId,
      toolCallId,
      toolName: "",
      catalogId: "",
      input: undefined,
      startedAt: Date.now(),
    };
    const begun = calls.begin(event);
    const clock = new Clock(this.owner.native, call);
    let ok = false;
    let text: string;
    let result: unknown;
    let error = "";
    try {
      // The gateway's own entries may have getters, and these may throw.
      event.toolName = entry.name;
      event.catalogId = entry.id;
      begun.inputText = input.length;
      const given: unknown = JSON.parse(input);
      if (namespace === "") event.input = given;
      if (this.stopped) throw new Error(STOPPED);
      if (namespace !== "") {
        const mapped = await this.map(namespace, given as unknown[]);
        if (this.over) return;
        event.input = mapped;
        begun.inputText = Math.max(input.length, textLength(mapped));
        if (this.stopped) throw new Error(STOPPED);
      }
      result = await this.execute(entry, toolCallId, event.input, clock);
      if (this.over) return;
      text = carried(result);
      ok = true;
    } catch (thrown) {
      if (this.over) return;
      const described = describeThrown(thrown);
      error = described.message;
      text = JSON.stringify(described);
    } finally {
      this.pending--;
      clock.stop();
    }
    try {
      this.owner.native.answer(call, ok, text);
      if (this.pending === 0) expectNews();
    } catch (thrown) {
      try {
        this.owner.native.answer(call, false, JSON.stringify(describeThrown(thrown)));
      } catch {
        // the addon takes no answer any more
      }
    }
    calls.end(begun, ok ? { result } : { error }, text.length);
  }

  /** The tool's input that a call of a plugin namespace stands for; the core has checked id and path. */
  private map(namespace: string, args: unknown[]): Promise<unknown> {
    const [id, path] = JSON.parse(namespace) as [id: string, path: string[]];
    return mapInput(this.namespaces?.marker(id, path), args);
  }

  private execute(entry: ToolCatalogEntry, toolCallId: string, input: unknown, clock: Clock): unknown {
    const { signal } = (this.controller ??= new AbortController());
    const onUpdate = (this.update ??= (partial) => this.pass(partial));
    const { executeTool } = this.context;
    const { tool } = entry;
    if (!executeTool) return tool.execute(toolCallId, input, signal, onUpdate);
    const params: ExecuteToolParams = {
      tool,
      toolName: entry.name,
      source: entry.source,
      toolCallId,
      parentToolCallId: this.parentToolCallId,
      input,
      signal,
      onUpdate,
      holdDeadline: () => clock.hold(),
    };
    if (entry.sourceName !== undefined) params.sourceName = entry.sourceName;
    return executeTool(params);
  }

  private pass(partial: unknown): void {
    tell(this.onUpdate, partial);
  }
}

/** JSON text of a tool's result. The tool has done its work: what can be kept of it is kept. */
function carried(result: unknown): string {
  try {
    return JSON.stringify(result) ?? "null";
  } catch {
    // most likely a BigInt somewhere
  }
  try {
    return JSON.stringify(result, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "null";
  } catch (thrown) {
    // The engine's own words for a stack that is used up say nothing of the result.
    const why = thrown instanceof RangeError ? "it is nested too deeply, at most 1000 levels" : describeThrown(thrown).message;
    throw new TypeError(`the tool is done, but JSON cannot carry its result: ${why}`);
  }
}

/** Length of the JSON text of what an `inputMapper` made; 0 where JSON cannot carry it. */
function textLength(input: unknown): number {
  try {
    return carried(input).length;
  } catch {
    return 0;
  }
}

/** The deadline as one nested call holds it; overlapping holds of a call count once. */
class Clock {
  private holds = 0;
  private stopped = false;

  constructor(
    private readonly native: NativeRuntime,
    private readonly call: number,
  ) {}

  hold(): () => void {
    if (this.stopped) return () => {};
    if (this.holds++ === 0) this.native.holdDeadline(this.call);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (--this.holds === 0 && !this.stopped) this.native.releaseDeadline(this.call);
    };
  }

  /** The call is over: what it still holds is released. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    if (this.holds > 0) this.native.releaseDeadline(this.call);
  }
}
