// What the specs share: agent runs with tools, and child processes that use the package.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createCodeModeRuntime, createToolSearchCatalogRef } from "../index.js";
import type {
  AgentTool,
  CodeModeCall,
  CodeModeCompletedResult,
  CodeModeContext,
  CodeModeFailedResult,
  CodeModeResult,
  CodeModeRuntime,
  CodeModeRuntimeOptions,
  CodeModeWaitingResult,
} from "../index.js";

/** A gateway configuration with code mode switched on. */
export function switchedOn(fields: Record<string, unknown> = {}): { tools: { codeMode: object } } {
  return { tools: { codeMode: { enabled: true, ...fields } } };
}

type Execute = (input: any, signal: AbortSignal, onUpdate: (partial: unknown) => void, toolCallId: string) => unknown;

/** A tool whose `execute` is a function of its input; what it returns is handed on as it is. */
export function tool(name: string, execute: Execute = (input) => ({ details: input }), extra: Partial<AgentTool> = {}): AgentTool {
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: "object" },
    execute: ((toolCallId: string, input: unknown, signal: AbortSignal, onUpdate: (partial: unknown) => void) =>
      execute(input, signal, onUpdate, toolCallId)) as AgentTool["execute"],
    ...extra,
  };
}

/** A promise and its two ends. */
export function deferred<T = unknown>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((ok, no) => ([resolve, reject] = [ok, no]));
  return { promise, resolve, reject };
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let runs = 0;

/** One agent run with its catalog, in a runtime of its own unless one is given. */
export interface AgentRun {
  runtime: CodeModeRuntime;
  ctx: CodeModeContext;
  exec(code: string, call?: CodeModeCall): Promise<CodeModeResult>;
  wait(runId: string, call?: CodeModeCall): Promise<CodeModeResult>;
}

export function agentRun(
  setup: {
    tools?: AgentTool[];
    config?: Record<string, unknown>;
    options?: CodeModeRuntimeOptions;
    runtime?: CodeModeRuntime;
    ctx?: CodeModeContext;
    toolHookContext?: unknown;
  } = {},
): AgentRun {
  const runtime = setup.runtime ?? createCodeModeRuntime(setup.options);
  const ctx: CodeModeContext = {
    config: switchedOn(setup.config),
    agentId: "main",
    sessionId: "session",
    runId: `run-${++runs}`,
    catalogRef: createToolSearchCatalogRef(),
    ...setup.ctx,
  };
  const applied = runtime.applyCatalog({
    ...ctx,
    tools: [...runtime.createTools(ctx), ...(setup.tools ?? [])],
    toolHookContext: setup.toolHookContext,
  });
  if (!applied.catalogRegistered) throw new Error("the catalog was not registered");
  return {
    runtime,
    ctx,
    exec: (code, call) => runtime.exec(ctx, { code }, call),
    wait: (runId, call) => runtime.wait(ctx, { runId }, call),
  };
}

export function completed(result: CodeModeResult): CodeModeCompletedResult {
  if (result.status !== "completed") throw new Error(`not completed: ${JSON.stringify(result)}`);
  return result;
}

export function waiting(result: CodeModeResult): CodeModeWaitingResult {
  if (result.status !== "waiting") throw new Error(`not waiting: ${JSON.stringify(result)}`);
  return result;
}

export function failed(result: CodeModeResult): CodeModeFailedResult {
  if (result.status !== "failed") throw new Error(`not failed: ${JSON.stringify(result)}`);
  return result;
}

/** The longest time for which the event loop did not turn while `work` ran, in milliseconds. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const ticker = setInterval(note, 1);
  try {
    await work();
    note();
  } finally {
    clearInterval(ticker);
  }
  return longest;
}

/** Address of the package, for code that runs elsewhere. */
export const packageUrl = new URL("../index.js", import.meta.url).href;

/** Runs an ES module in a fresh process of the same Node; `pkg` is the package in it. */
export function inChild(
  source: string,
  { timeoutMs = 20_000, entry = packageUrl, env = {} }: { timeoutMs?: number; entry?: string; env?: Record<string, string> } = {},
): Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string; ms: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "-e", `import * as pkg from ${JSON.stringify(entry)};\n${source}`], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", OPENCLAW_DEBUG_CODE_MODE: "", ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const killer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(killer);
      resolve({ code, signal, stdout, stderr, ms: performance.now() - started });
    });
  });
}

/** Beginning of a child's module: an agent run with a few tools. */
export const childRun = `
  const config = { tools: { codeMode: { enabled: true, timeoutMs: 2000 } } };
  const never = { name: "never", execute: () => new Promise(() => {}) };
  const echo = { name: "echo", execute: async (id, input) => ({ details: input }) };
  const exit = { name: "exit", execute: () => process.exit(7) };
  function agentRun(runtime = pkg.createCodeModeRuntime()) {
    const ctx = { config, runId: "r", sessionId: "s", catalogRef: pkg.createToolSearchCatalogRef() };
    runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), never, echo, exit] });
    return { runtime, ctx, exec: (code, call) => runtime.exec(ctx, { code }, call), wait: (runId) => runtime.wait(ctx, { runId }) };
  }
`;
