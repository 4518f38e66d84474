// How much of one tool's own words goes over to Rust. Descriptions and schemas come from servers that nobody here wrote,
// and turning them into text is the event loop's time: what is too long is cut, or left out, before that.

/** Longest description, in UTF-16 units. */
export const MAX_DESCRIPTION = 65_536;
/** Longest name, label, id or name of a server, in UTF-16 units. Ids and searches use far less of them. */
export const MAX_NAME = 1024;
/** Largest schema: characters of its texts, and a few for each of its values. One beyond it counts as `{}`. */
export const MAX_SCHEMA = 1 << 20;
/** Deepest schema; what is deeper counts as `{}` too. */
const MAX_DEPTH = 1000;
/** Characters of JSON that one value stands for beside its text. */
const EACH = 4;

/** A text of at most `most` units, what is missing shown by `…`; `undefined` for what is no text. */
export function cut(value: unknown, most: number): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.length <= most) return value;
  const last = value.charCodeAt(most - 2);
  // Not between the halves of a character.
  return `${value.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 2 : most - 1)}…`;
}

/** The schema if it is an object of bearable size. Throws for one that contains itself, as `JSON.stringify` does. */
export function bearable(schema: unknown): object | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  return spend(schema, MAX_SCHEMA, []) < 0 ? undefined : schema;
}

/** What is left of `room` after the text of `value`; below 0 as soon as it does not fit. */
function spend(value: unknown, room: number, above: object[]): number {
  room -= EACH;
  if (typeof value === "string") return room - value.length;
  if (typeof value !== "object" || value === null) return room;
  if (above.includes(value)) throw new TypeError("a schema that contains itself");
  if (above.length === MAX_DEPTH) return -1;
  if (ArrayBuffer.isView(value)) return room - value.byteLength * EACH;
  above.push(value);
  if (Array.isArray(value)) {
    // Holes are written too.
    if (value.length * EACH > room) return -1;
    for (let at = 0; at < value.length && room >= 0; at++) room = spend(value[at], room, above);
  } else {
    for (const key of Object.keys(value)) {
      room = spend((value as Record<string, unknown>)[key], room - key.length, above);
      if (room < 0) break;
    }
  }
  above.pop();
  return room;
}
