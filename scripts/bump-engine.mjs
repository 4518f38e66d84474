// `npm run bump-engine -- 0.15.0`: another `rquickjs`, and with it another QuickJS-NG; then everything that must hold with
// it, in the order in which it fails fastest. Without a version it only runs the checks.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const version = process.argv[2];

const run = (command, args, options = {}) => spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
const read = (file) => readFileSync(join(root, file), "utf8");
const change = (file, from, to) => {
  const text = read(file);
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file}: nothing to change`);
  writeFileSync(join(root, file), changed);
};

/** The engine's release, as the sources of the pinned `rquickjs-sys` say. */
function engineVersion() {
  const { stdout } = run("cargo", ["metadata", "--format-version", "1"], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  const sys = JSON.parse(stdout).packages.find(({ name }) => name === "rquickjs-sys");
  const header = readFileSync(join(sys.manifest_path, "../quickjs/quickjs.h"), "utf8");
  const part = (name) => new RegExp(`QJS_VERSION_${name} (\\d+)`).exec(header)?.[1];
  return [part("MAJOR"), part("MINOR"), part("PATCH")].join(".");
}

if (version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("usage: npm run bump-engine -- <version of rquickjs>");
  change("Cargo.toml", /rquickjs = \{ version = "=[^"]+"/, `rquickjs = { version = "=${version}"`);
  if (run("cargo", ["update", "-p", "rquickjs"]).status !== 0) process.exit(1);
  const engine = engineVersion();
  const layout = read("src/guest/layout.rs");
  if (!layout.includes(`ENGINE_VERSION: &str = "${engine}"`)) {
    change("src/guest/layout.rs", /ENGINE_VERSION: &str = "[^"]+"/, `ENGINE_VERSION: &str = "${engine}"`);
    change("src/guest/layout.rs", /`rquickjs` [\d.]+ carries/, `\`rquickjs\` ${version} carries`);
  }
  console.log(`rquickjs ${version} carries QuickJS-NG ${engine}`);
}

const node = process.execPath;
const steps = [
  ["the core's tests, with the self-check", "cargo", ["test", "--lib"]],
  ["cells, limits, stopping", "cargo", ["test", "--test", "cells", "--test", "limits", "--test", "stopping"]],
  ["suspended cells, interleaved", "cargo", ["test", "--test", "interleave"]],
  ["random kills", "cargo", ["test", "--test", "fire"]],
  ["build", "npm", ["run", "build"]],
  ...(existsSync(join(root, "corpus/run.mjs")) ? [["corpora", node, ["corpus/run.mjs"]]] : []),
  ["endurance, in short", node, ["endurance/main.mjs", "--scale", "0.05"]],
];

const table = [];
for (const [name, command, args] of steps) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { status } = run(command, args);
  table.push([name, status === 0 ? "ok" : "FAILED", `${((Date.now() - started) / 1000).toFixed(0)} s`]);
  if (status !== 0) break;
}
console.log(`\nQuickJS-NG ${engineVersion()}`);
for (const [name, verdict, time] of table) console.log(`${name.padEnd(40)} ${verdict.padEnd(8)} ${time}`);
process.exit(table.every(([, verdict]) => verdict === "ok") && table.length === steps.length ? 0 : 1);
