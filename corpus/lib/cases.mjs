// The corpus as data: one file per case, what it promises in its first lines.
//
//   // expect: timeout | completed "contained"      what the answer may be, see `meets`
//   // idea: quickjs-ng#1297, ...                   where the idea comes from
//   // with: timeoutMs=300 memoryLimitBytes=1048576 (optional) configuration of the cell
//   // generated                                    (optional) the rest is a function body, run by the
//                                                   harness, that returns the cell's source
//
// A file that ends in .ts is a TypeScript cell.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Default wall clock of a cell, in milliseconds. Hangs are short because every one of them uses it up. */
export const FAMILIES = {
  hang: { timeoutMs: 200 },
  crash: { timeoutMs: 400 },
  escape: { timeoutMs: 2000 },
};

function readCase(family, name) {
  const text = readFileSync(join(root, family, name), "utf8");
  const header = {};
  const lines = text.split("\n");
  let at = 0;
  for (; at < lines.length && lines[at].startsWith("//"); at++) {
    const [, key, value = ""] = /^\/\/ (expect|idea|with|generated)(?:: (.*))?$/.exec(lines[at]) ?? [];
    if (key === undefined) break;
    header[key] = value;
  }
  if (!header.expect || !header.idea) throw new Error(`${family}/${name}: needs "// expect:" and "// idea:"`);
  const config = { timeoutMs: FAMILIES[family].timeoutMs };
  for (const [, key, value] of (header.with ?? "").matchAll(/(\w+)=(\d+)/g)) config[key] = Number(value);
  // The header stays in the cell's text, so that the places in its errors are the file's.
  const code = header.generated === undefined ? text : String(new Function(lines.slice(at).join("\n"))());
  return {
    id: `${family}/${name}`,
    family,
    code,
    language: name.endsWith(".ts") ? "typescript" : "javascript",
    config,
    expect: header.expect.split(" | "),
    idea: header.idea,
  };
}

/** All cases of the families, in the order of their names. `only`: substrings of ids. */
export function readCorpus(families = Object.keys(FAMILIES), only = []) {
  return families
    .flatMap((family) =>
      readdirSync(join(root, family))
        .filter((name) => /\.(js|ts)$/.test(name))
        .sort()
        .map((name) => readCase(family, name)),
    )
    .filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)));
}

/**
 * Whether a result is one of the expected ones: `answer` (anything), `completed`, `completed <json>`, `failed`,
 * `waiting`, `<error code>`, or `<error code> <part of the message>`.
 */
export function meets(expect, result) {
  return expect.some((wanted) => {
    if (wanted === "answer") return true;
    const [, kind, rest] = /^(\w+)(?: (.*))?$/s.exec(wanted);
    if (kind === "completed")
      return result.status === kind && (rest === undefined || JSON.stringify(JSON.parse(rest)) === JSON.stringify(result.value));
    if (kind === "failed" || kind === "waiting") return result.status === kind;
    return result.code === kind && (rest === undefined || result.error.includes(rest));
  });
}
