// `npm run fuzz [-- target…] [-- --seconds 60 | --runs 1000000]`: each fuzz target for a bounded time, with libFuzzer, on
// a stable toolchain. What is found stays in fuzz/artifacts, what was learnt in fuzz/corpus. Linux and macOS.
//
// `cargo fuzz run <target>` does the same, with AddressSanitizer, where there is a nightly toolchain.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const fuzz = join(root, "fuzz");
const TARGETS = ["source", "schema", "json", "bridge", "cells"];
/** Longest input of each, in bytes, and how long one may take, in seconds. */
const LONGEST = { source: 4096, schema: 4096, json: 4096, bridge: 512, cells: 512 };
const SLOWEST = { source: 5, schema: 10, json: 10, bridge: 60, cells: 60 };

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : Number(args.splice(at, 2)[1]);
};
const runs = option("--runs");
const seconds = option("--seconds") ?? (runs ? undefined : 60);
const wanted = args.length > 0 ? args : TARGETS;

const host = /host: (.+)/.exec(spawnSync("rustc", ["-vV"], { encoding: "utf8" }).stdout)[1];
const target = process.env.FUZZ_TARGET_DIR ?? join(fuzz, "target");
const coverage = ["level=4", "inline-8bit-counters", "pc-table", "trace-compares"].map((what) => `-Cllvm-args=-sanitizer-coverage-${what}`);
const built = spawnSync("cargo", ["build", "--release", "--target", host, ...wanted.flatMap((name) => ["--bin", name])], {
  cwd: fuzz,
  stdio: "inherit",
  env: {
    ...process.env,
    CARGO_TARGET_DIR: target,
    // With `--target` these are not for build scripts and macros, which have no fuzzer to report to.
    [`CARGO_TARGET_${host.toUpperCase().replaceAll("-", "_")}_RUSTFLAGS`]: ["-Cpasses=sancov-module", ...coverage].join(" "),
  },
});
if (built.status !== 0) process.exit(1);

/** Programs and schemas that are there anyway are what the fuzzer begins with. */
function seeds(name, folder) {
  if (readdirSync(folder).length > 0) return;
  const texts = [];
  const programs = join(root, "tests/interleave/programs");
  for (const file of readdirSync(programs)) texts.push(readFileSync(join(programs, file), "latin1"));
  if (name === "source") {
    texts.push("enum E { A = 1, B = A << 2 } return E.B as number", "const x: Map<string, number> = new Map(); return <any>x satisfies object;");
    texts.push("namespace N { export const a = 1; export namespace M { export class C<T> { constructor(private readonly t: T) {} } } }");
    for (const [at, text] of texts.entries()) for (const language of ["0", "1"]) writeFileSync(join(folder, `${at}-${language}`), language + text);
  } else if (name === "schema") {
    const schema = { type: "object", required: ["a"], properties: { a: { type: "string", default: "x", enum: ["x", "y"] }, b: { $ref: "#/$defs/t" } }, $defs: { t: { anyOf: [{ type: "array", items: { $ref: "#" } }, { const: 1 }] } } };
    writeFileSync(join(folder, "schema"), `${JSON.stringify(schema)}\0{"b":[]}\0create an issue`);
    writeFileSync(join(folder, "true"), "true\0{}\0x");
  } else if (name === "json") {
    writeFileSync(join(folder, "all"), '{"a":[1,-0,1e21,1.5e-7,"\\u00e9\\ud83d\\ude00",null,true,{"b":{}}],"__proto__":{"x":1},"":""}');
  } else {
    for (let at = 0; at < 32; at++) writeFileSync(join(folder, String(at)), Buffer.from(Array.from({ length: 64 }, (_, k) => (at * 37 + k * k * 11) & 255)));
  }
}

let failed = 0;
for (const name of wanted) {
  const corpus = join(fuzz, "corpus", name);
  const artifacts = join(fuzz, "artifacts", name);
  mkdirSync(corpus, { recursive: true });
  mkdirSync(artifacts, { recursive: true });
  seeds(name, corpus);
  console.log(`\n== ${name}`);
  const limits = [seconds && `-max_total_time=${seconds}`, runs && `-runs=${runs}`].filter(Boolean);
  const { stderr, status, signal } = spawnSync(
    join(target, host, "release", name),
    [corpus, `-artifact_prefix=${artifacts}/`, `-max_len=${LONGEST[name]}`, `-timeout=${SLOWEST[name]}`, "-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0", ...limits],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const figures = [...stderr.matchAll(/^stat::(\w+):\s+(\d+)/gm)].map(([, what, value]) => `${what} ${value}`);
  console.log(figures.join(", "));
  if (status !== 0) {
    failed++;
    console.log(stderr.split("\n").slice(-60).join("\n"));
    console.log(`== ${name}: FAILED (${signal ?? `exit status ${status}`}); see ${existsSync(artifacts) ? artifacts : "above"}`);
  } else {
    console.log(`== ${name}: nothing found`);
  }
}
process.exit(failed ? 1 : 0);
