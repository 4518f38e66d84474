// Between the addon and the cells of this JavaScript environment: tickets, the one dispatcher for
// everything the addon says, and what keeps the event loop alive while something is under way.

import { setInterval } from "node:timers";
import { native, type NativeHost } from "./native.js";

/** A cell as the addon's messages concern it. */
export interface CellListener {
  /** A nested call is to be run. */
  call(call: number, origin: number, toolCallId: string, input: string, namespace: string): void;
  /** The cell is over for good. */
  ended(): void;
}

/** A runtime as the addon's messages concern it. */
export interface RuntimeListener {
  lifecycle(event: string): void;
  closed(): void;
}

/** One `exec` or `wait` under way. */
export interface LegListener {
  /** Over, with the JSON text of its result. */
  settled(result: string): void;
}

// The kinds of messages, as src/node/doorbell.rs writes them.
const SETTLED = 0;
const CALL = 1;
const ENDED = 2;
const LIFECYCLE = 3;
const CLOSED = 4;

const legs = new Map<number, LegListener>();
const cells = new Map<number, CellListener>();
const runtimes = new Map<number, RuntimeListener>();

let host: NativeHost | undefined;
let lastTicket = 0;
let lastRuntime = 0;

/** This environment's side of the addon. */
export function environment(): NativeHost {
  return (host ??= new (native().NativeHost)(drain));
}

/** Called by the addon; nothing may be thrown back at it. */
function drain(): void {
  let events: (number | string)[];
  try {
    events = (host as NativeHost).drain();
  } catch {
    return;
  }
  let at = 0;
  while (at < events.length) {
    const kind = events[at] as number;
    const id = events[at + 1] as number;
    try {
      switch (kind) {
        case SETTLED: {
          const result = events[at + 2] as string;
          at += 3;
          const leg = legs.get(id);
          if (leg) {
            endLeg(id);
            leg.settled(result);
          }
          break;
        }
        case CALL: {
          const from = at + 2;
          at += 7;
          cells
            .get(id)
            ?.call(
              events[from] as number,
              events[from + 1] as number,
              events[from + 2] as string,
              events[from + 3] as string,
              events[from + 4] as string,
            );
          break;
        }
        case ENDED:
          at += 2;
          cells.get(id)?.ended();
          break;
        case LIFECYCLE: {
          const event = events[at + 2] as string;
          at += 3;
          runtimes.get(id)?.lifecycle(event);
          break;
        }
        case CLOSED:
          at += 2;
          runtimes.get(id)?.closed();
          break;
        default:
          return;
      }
    } catch {
      // a listener's own fault must not cost the others their messages
    }
  }
}

/** A number that no other exec or wait of this environment has. */
export function nextTicket(): number {
  return ++lastTicket;
}

export function beginLeg(ticket: number, leg: LegListener): void {
  legs.set(ticket, leg);
  hold();
}

export function endLeg(ticket: number): void {
  if (legs.delete(ticket)) release();
}

export function beginCell(ticket: number, cell: CellListener): void {
  cells.set(ticket, cell);
}

export function endCell(ticket: number): void {
  cells.delete(ticket);
}

export function nextRuntime(listener: RuntimeListener): number {
  runtimes.set(++lastRuntime, listener);
  return lastRuntime;
}

export function endRuntime(id: number): void {
  runtimes.delete(id);
}

// The addon's own handle is weak. While something is under way this timer keeps the loop going; it
// never fires in practice (24.8 days is the longest that Node allows).
const LONGEST = 2 ** 31 - 1;
const pulse = setInterval(() => {}, LONGEST).unref();
let holders = 0;

/** Keeps the event loop alive until `release`. */
export function hold(): void {
  if (holders++ === 0) pulse.ref();
}

export function release(): void {
  if (--holders === 0) pulse.unref();
}
