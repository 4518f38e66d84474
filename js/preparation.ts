// The time between an `exec` and its cell, while plugins make their namespaces' scopes: it counts against
// the cell's own, and everything that would abort the cell aborts it.

import { setTimeout, clearTimeout } from "node:timers";
import { hold, release } from "./bridge.js";
import { isNamedBy } from "./given.js";
import { unwatch, watch, type Abortable } from "./signals.js";
import type { CodeModeScope } from "./types.js";

export class Preparation implements Abortable {
  /** Also where nobody waits yet: a scope may abort its own run before it first waits for anything. */
  aborted = false;
  private settle: ((outcome: "aborted" | "timeout") => void) | undefined;

  constructor(
    private readonly scope: CodeModeScope,
    private readonly timeoutMs: number,
    private readonly signals: readonly (AbortSignal | undefined)[],
  ) {}

  /** What `work` gives, unless the time is up or the cell aborted first; then `work` is left alone. */
  async race<T>(work: Promise<T>): Promise<T | "aborted" | "timeout"> {
    // Whoever stops waiting for it needs no word of its failure.
    work.catch(() => {});
    if (this.aborted) return "aborted";
    const signals = this.signals.filter((signal) => signal !== undefined);
    // The event loop must live until somebody has an answer.
    hold();
    const stopped = new Promise<"aborted" | "timeout">((resolve) => (this.settle = resolve));
    const timer = setTimeout(() => this.settle?.("timeout"), this.timeoutMs);
    try {
      for (const signal of signals) watch(signal, this);
      return await Promise.race([work, stopped]);
    } finally {
      clearTimeout(timer);
      for (const signal of signals) unwatch(signal, this);
      release();
    }
  }

  abort(): void {
    this.aborted = true;
    this.settle?.("aborted");
  }

  /** Whether `scope` names the agent run that this is for. */
  isOf(scope: CodeModeScope): boolean {
    return isNamedBy(this.scope, scope);
  }
}
