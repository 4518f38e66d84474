// Between the addon and the cells of this JavaScript environment: tickets, the one dispatcher for
// everything the addon says, and what keeps the event loop alive while something is under way.

import { setImmediate, setInterval } from "node:timers";
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

/** What all loads of this copy of the package share in one environment. */
interface Shared {
  readonly legs: Map<number, LegListener>;
  readonly cells: Map<number, CellListener>;
  readonly runtimes: Map<number, RuntimeListener>;
  host: NativeHost | undefined;
  lastTicket: number;
  lastRuntime: number;
  /** The addon's own handle is weak: while something is under way this timer keeps the loop going. */
  pulse: NodeJS.Timeout | undefined;
  holders: number;
}

// Test runners load modules again and again in one environment. The addon's handle for it lives as long as
// the environment does, so there must be one, not one per load. Another copy, or another version of the
// files, has its own.
const SHARED = Symbol.for(`openclaw.codeMode.environment:${new URL("./native.cjs", import.meta.url).href}`);

const shared: Shared = ((globalThis as Record<symbol, unknown>)[SHARED] as Shared | undefined) ?? share();

function share(): Shared {
  const made: Shared = {
    legs: new Map(),
    cells: new Map(),
    runtimes: new Map(),
    host: undefined,
    lastTicket: 0,
    lastRuntime: 0,
    pulse: undefined,
    holders: 0,
  };
  Object.defineProperty(globalThis, SHARED, { value: made });
  return made;
}

const { legs, cells, runtimes } = shared;

/** This environment's side of the addon. */
export function environment(): NativeHost {
  return (shared.host ??= new (native().NativeHost)(drain));
}

/** Called by the addon, in a turn of the loop; nothing may be thrown back at it. */
function drain(): void {
  inARow = 0;
  let events: (number | string)[];
  try {
    events = (shared.host as NativeHost).drain();
  } catch {
    return;
  }
  // What a turn of the loop has left over comes first.
  if (backlog) backlog.push(...events);
  else read(events);
}

// Inputs of calls are the guest's, and parsing them is the loop's time: after this much of it, in characters of
// JSON, the loop gets its turn before the next message is read.
const CHARACTERS_A_TURN = 262_144;
let backlog: (number | string)[] | undefined;

// Most cells and most steps of a cell take the engine less time than it takes to wake this thread up again. So where
// one cell alone is under way, and it has just got what it waited for, this thread listens for a moment instead of going
// to sleep. In a microtask: the host's own code has gone on by then. Not often in a row, so that the loop gets its turns;
// and not again soon when it was for nothing.
const LISTEN_US = 60;
const MOST_IN_A_ROW = 16;
const MOST_SKIPPED = 7;
/** Messages longer than this, in characters, take time to read: the loop gets a turn after them. */
const SHORT = 16_384;
let listening = false;
let inARow = 0;
let skips = 0;
let toSkip = 0;

/** An engine thread was given something to do for a cell that waits for nothing else. */
export function expectNews(): void {
  if (listening || legs.size !== 1 || backlog || inARow >= MOST_IN_A_ROW) return;
  if (toSkip > 0) {
    toSkip--;
    return;
  }
  listening = true;
  queueMicrotask(listen);
}

function listen(): void {
  listening = false;
  if (legs.size !== 1 || backlog) return;
  inARow++;
  let events: (number | string)[];
  try {
    events = (shared.host as NativeHost).listen(LISTEN_US);
  } catch {
    return;
  }
  if (events.length === 0) {
    skips = Math.min(MOST_SKIPPED, 2 * skips + 1);
    toSkip = skips;
    return;
  }
  skips = 0;
  read(events);
}

function read(events: (number | string)[]): void {
  let at = 0;
  let characters = 0;
  while (at < events.length) {
    if (characters >= CHARACTERS_A_TURN) {
      backlog = events.slice(at);
      setImmediate(() => {
        const rest = backlog ?? [];
        backlog = undefined;
        read(rest);
      });
      return;
    }
    const kind = events[at] as number;
    const id = events[at + 1] as number;
    try {
      switch (kind) {
        case SETTLED: {
          const result = events[at + 2] as string;
          at += 3;
          if (result.length > SHORT) inARow = MOST_IN_A_ROW;
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
          const { length } = events[from + 3] as string;
          if (length > SHORT) inARow = MOST_IN_A_ROW;
          characters += length;
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
  return ++shared.lastTicket;
}

export function beginLeg(ticket: number, leg: LegListener): void {
  legs.set(ticket, leg);
  hold();
  expectNews();
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
  runtimes.set(++shared.lastRuntime, listener);
  return shared.lastRuntime;
}

export function endRuntime(id: number): void {
  runtimes.delete(id);
}

// It never fires in practice (24.8 days is the longest that Node allows).
const LONGEST = 2 ** 31 - 1;

/** Keeps the event loop alive until `release`. */
export function hold(): void {
  shared.pulse ??= setInterval(() => {}, LONGEST);
  if (shared.holders++ === 0) shared.pulse.ref();
}

export function release(): void {
  if (--shared.holders === 0) shared.pulse?.unref();
}
