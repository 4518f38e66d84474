// The example holds itself to its results: the first wrong one ends it.

import { isDeepStrictEqual } from "node:util";
import { passed } from "./terminal.mjs";

export class WrongResult extends Error {
  constructor(what, expected, got) {
    super(`${what}\nexpected: ${print(expected)}\ngot:      ${print(got)}`);
    this.name = "WrongResult";
    this.expected = expected;
  }
}

const print = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

let count = 0;

/** How many checks have passed. */
export const checksPassed = () => count;

/** Checked each turn: counted, but printed only when it is wrong. */
export function quietly(what, got, expected) {
  if (!isDeepStrictEqual(got, expected)) throw new WrongResult(what, expected, got);
  count += 1;
}

export function same(what, got, expected) {
  quietly(what, got, expected);
  passed(what);
}

/** `expected` says in words what has to hold. */
export function holds(what, condition, expected, got) {
  if (!condition) throw new WrongResult(what, expected, got);
  count += 1;
  passed(what);
}
