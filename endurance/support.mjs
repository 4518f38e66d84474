// What the parts of the endurance run share: agent runs, child processes, memory figures.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as ours from "../index.js";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const packageUrl = new URL("../index.js", import.meta.url).href;

/** How much of the full count a part does: `--scale 0.01` is a hundredth. */
export const scale = Number(process.argv[process.argv.indexOf("--scale") + 1]) || 1;
export const scaled = (count) => Math.max(1, Math.round(count * scale));

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let runs = 0;

/** An agent run with a runtime of its own. `echo` answers, `never` does not, `soon` takes a moment. */
export function agentRun({ config = {}, options = {}, pkg = ours } = {}) {
  const runtime = pkg.createCodeModeRuntime(options);
  const ctx = {
    config: { tools: { codeMode: { enabled: true, ...config } } },
    runId: `run-${++runs}`,
    sessionId: "endurance",
    catalogRef: pkg.createToolSearchCatalogRef(),
  };
  const tools = [
    { name: "echo", description: "Answers with its input.", execute: async (_, input) => ({ details: input }) },
    { name: "soon", description: "Answers in a moment.", execute: async (_, input) => (await sleep(5), { details: input }) },
    { name: "never", description: "Does not answer.", execute: () => new Promise(() => {}) },
    { name: "broken", description: "Fails.", execute: async () => { throw new Error("broken"); } },
  ];
  runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), ...tools] });
  return {
    runtime,
    ctx,
    exec: (code, call, language) => runtime.exec(ctx, language ? { code, language } : { code }, call),
    wait: (runId, call) => runtime.wait(ctx, { runId }, call),
  };
}

/** Calls `work(i)` for 0 … count - 1, so many at a time. */
export async function many(count, atOnce, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

export function check(condition, what) {
  if (!condition) throw new Error(typeof what === "string" ? what : JSON.stringify(what));
}

/** Resident memory and JavaScript heap in MiB, after a collection. */
export function memory() {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mib = (bytes) => Math.round((bytes / 2 ** 20) * 10) / 10;
  return { rss: mib(rss), heap: mib(heapUsed), external: mib(external) };
}

/** Runs Node with these arguments, through a shell line when `before` has one (limits, traps). */
export function child(args, { before = "", timeoutMs = 60_000, env = {}, onStart } = {}) {
  const started = performance.now();
  const quoted = args.map((text) => `'${text.replaceAll("'", `'\\''`)}'`).join(" ");
  const spawned = before
    ? spawn("bash", ["-c", `${before}\nexec '${process.execPath}' ${quoted}`], { cwd: root, env: { ...process.env, ...env } })
    : spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
  let stdout = "";
  let stderr = "";
  spawned.stdout.on("data", (chunk) => {
    stdout += chunk;
    onStart?.(spawned, stdout);
  });
  spawned.stderr.on("data", (chunk) => (stderr += chunk));
  const killer = setTimeout(() => spawned.kill("SIGKILL"), timeoutMs);
  return new Promise((resolve, reject) => {
    spawned.on("error", reject);
    spawned.on("close", (code, signal) => {
      clearTimeout(killer);
      resolve({ code, signal, stdout, stderr, ms: Math.round(performance.now() - started) });
    });
  });
}

/** An ES module as text, with the package as `pkg` and an agent run to be had. */
export const program = (source) => [
  "--input-type=module",
  "-e",
  `import * as pkg from ${JSON.stringify(packageUrl)};
   import { agentRun, sleep } from ${JSON.stringify(new URL("support.mjs", import.meta.url).href)};
   ${source}`,
];
