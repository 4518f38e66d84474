// AbortSignals of the host. However many cells watch a signal, it carries one listener, and none
// once the last of them is over.

import { CodeModeError, describeThrown } from "./errors.js";

/** Something that ends when a signal fires. */
export interface Abortable {
  /** Called at most once per subscription, with the signal's reason. */
  abort(reason: unknown): void;
}

class Watch {
  readonly watchers = new Set<Abortable>();

  constructor(private readonly signal: AbortSignal) {}

  handleEvent(): void {
    const reason = reasonOf(this.signal);
    const watchers = [...this.watchers];
    this.watchers.clear();
    this.remove();
    for (const watcher of watchers) {
      try {
        watcher.abort(reason);
      } catch {
        // the others must hear of it too
      }
    }
  }

  add(watcher: Abortable): void {
    if (this.watchers.size === 0) {
      try {
        this.signal.addEventListener("abort", this, { once: true });
      } catch (error) {
        throw new CodeModeError("invalid_input", `the abort signal cannot be listened to: ${describeThrown(error).message}`);
      }
    }
    this.watchers.add(watcher);
  }

  delete(watcher: Abortable): void {
    if (this.watchers.delete(watcher) && this.watchers.size === 0) this.remove();
  }

  /** Hosts hand over things that only look like signals: what cannot be removed stays, and tells nobody. */
  private remove(): void {
    try {
      this.signal.removeEventListener("abort", this);
    } catch {
      // nothing that a cell's result could wait for
    }
  }
}

const watches = new WeakMap<AbortSignal, Watch>();

/** Whether the host handed over a signal that has fired already. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Why it fired. */
export function reasonOf(signal: AbortSignal): unknown {
  try {
    return signal.reason;
  } catch {
    // it has fired all the same
    return undefined;
  }
}

/** Tells `watcher` when `signal` fires. Throws `invalid_input` where that cannot be; `unwatch` never throws. */
export function watch(signal: AbortSignal, watcher: Abortable): void {
  let entry = watches.get(signal);
  if (!entry) watches.set(signal, (entry = new Watch(signal)));
  entry.add(watcher);
}

/** Ends what `watch` began. */
export function unwatch(signal: AbortSignal, watcher: Abortable): void {
  watches.get(signal)?.delete(watcher);
}

/** The value as a signal, if that is what it is: hosts hand over all sorts of things. */
export function signalOf(value: unknown): AbortSignal | undefined {
  return typeof value === "object" && value !== null && typeof (value as AbortSignal).addEventListener === "function"
    ? (value as AbortSignal)
    : undefined;
}
