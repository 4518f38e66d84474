// How long the main thread wanted a processor and had none. On a loaded machine that is most of every delay, and
// no property of what is measured.

import { openSync, readSync } from "node:fs";

const buffer = Buffer.alloc(128);
let file;
try {
  file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
} catch {
  file = undefined;
}

/** Milliseconds so far; 0 for ever where the system does not say. */
export function waitedForProcessor() {
  if (file === undefined) return 0;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString("latin1", 0, length).split(" ")[1]) / 1e6;
}

const TICK_MS = 5;

/** Watches how long the event loop does not turn, without the time in which this thread was not scheduled. */
export function watchLoop() {
  let longest = 0;
  let last = performance.now();
  let waited = waitedForProcessor();
  let active = performance.eventLoopUtilization().active;
  const note = () => {
    const now = performance.now();
    const nowWaited = waitedForProcessor();
    const nowActive = performance.eventLoopUtilization().active;
    const gap = now - last - TICK_MS;
    // What the loop spent on callbacks bounds a stall as well: a late timer of an idle loop is the system's doing.
    const stall = Math.min(gap - (nowWaited - waited), nowActive - active);
    longest = Math.max(longest, stall);
    last = now;
    waited = nowWaited;
    active = nowActive;
  };
  const timer = setInterval(note, TICK_MS);
  return () => {
    clearInterval(timer);
    note();
    return Math.max(0, longest);
  };
}
