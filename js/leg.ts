// One `exec` or `wait` under way: its signals, its result, and what the gateway's counters learn from that.

import type { LegListener } from "./bridge.js";
import type { Cell } from "./cell.js";
import { describeThrown } from "./errors.js";
import type { NativeRuntime } from "./native.js";
import { withoutAddon, withReason } from "./results.js";
import { unwatch, watch, type Abortable } from "./signals.js";
import { attach } from "./trajectory.js";
import type { CodeModeResult, ToolCatalogSession } from "./types.js";

/** What a leg needs of the runtime it belongs to. */
export interface LegOwner {
  readonly native: NativeRuntime;
  /** The cell of a leg is parked. */
  parked(cell: Cell, runId: string): void;
}

export class Leg implements LegListener, Abortable {
  /** Known once the addon has accepted the leg, or the cell is this leg's own. */
  cell: Cell | undefined;
  private reason: unknown;

  constructor(
    private readonly owner: LegOwner,
    private readonly ticket: number,
    private readonly counts: ToolCatalogSession | undefined,
    private readonly signal: AbortSignal | undefined,
    private readonly contextSignal: AbortSignal | undefined,
    private readonly resolve: (result: CodeModeResult) => void,
  ) {}

  /** Listens to the signals; throws what they throw. */
  attach(): void {
    if (this.signal) watch(this.signal, this);
    if (this.contextSignal) watch(this.contextSignal, this);
  }

  abort(reason: unknown): void {
    this.reason = reason;
    const { cell } = this;
    // A cell that was parked a moment ago goes on, with all its calls.
    if (!this.owner.native.abort(this.ticket, cell?.ticket ?? 0)) cell?.stopCalls(reason);
  }

  /** Listens to nobody any more. */
  detach(): void {
    if (this.signal) unwatch(this.signal, this);
    if (this.contextSignal) unwatch(this.contextSignal, this);
  }

  settled(text: string): void {
    const { cell } = this;
    let result: CodeModeResult | undefined;
    try {
      this.detach();
      result = withReason(JSON.parse(text) as CodeModeResult, this.reason ?? cell?.reason);
      if (this.counts) countInto(this.counts, cell, result);
      if (!cell) return;
      cell.onUpdate = undefined;
      if (cell.trajectory) {
        attach(result, cell.trajectory);
        // The supervisor answers for a cell whose thread does not come back, and cannot ask it.
        if (result.calls.length === 0) result.calls = cell.trajectory.made();
      }
      if (result.status === "waiting") this.owner.parked(cell, result.runId);
      else cell.ended();
    } catch (error) {
      result ??= withoutAddon("internal_error", describeThrown(error).message);
    } finally {
      // Whatever went wrong above: somebody waits for this.
      this.resolve(result as CodeModeResult);
    }
  }
}

/** Adds what a result says of searches and calls to the counters that the gateway reads. */
function countInto(counts: ToolCatalogSession, cell: Cell | undefined, result: CodeModeResult): void {
  const { searchCount, describeCount, callCount } = result.telemetry;
  const before = cell?.counted;
  add(counts, "searchCount", searchCount - (before?.searchCount ?? 0));
  add(counts, "describeCount", describeCount - (before?.describeCount ?? 0));
  add(counts, "callCount", callCount - (before?.callCount ?? 0));
  if (cell && result.status === "waiting") cell.counted = { searchCount, describeCount, callCount };
}

/** Counters that the host has not got begin at 0; those that it has made read-only stay. */
function add(counts: ToolCatalogSession, counter: "searchCount" | "describeCount" | "callCount", more: number): void {
  try {
    const before: unknown = counts[counter];
    counts[counter] = (typeof before === "number" ? before : 0) + more;
  } catch {
    // no reason to fail a cell that has done its work
  }
}
