// The sixteen codes, each reached by what a user of the package can do.

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createCodeModeRuntime } from "../index.js";
import type { CodeModeErrorCode } from "../index.js";
import { agentRun, failed, inChild, sleep, switchedOn, tool, waiting } from "./support.js";

const reached = new Set<string>();

/** A test of its own for one code. */
function code(name: CodeModeErrorCode, how: string, reach: () => Promise<{ code?: string }>, options: { skip?: boolean } = {}) {
  it.skipIf(options.skip === true)(`${name}: ${how}`, async () => {
    expect((await reach()).code).toBe(name);
    reached.add(name);
  });
}

const PRLIMIT = "/usr/bin/prlimit";

describe("the code", () => {
  code("runtime_unavailable", "the binary is missing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "code-mode-"));
    try {
      for (const file of ["index.js", "native.cjs", "package.json"]) await copyFile(new URL(`../${file}`, import.meta.url), join(folder, file));
      const { stdout } = await inChild(`console.log(JSON.stringify(await pkg.createCodeModeRuntime().exec({ config: { tools: { codeMode: true } } }, { code: "return 1" })))`, {
        entry: pathToFileURL(join(folder, "index.js")).href,
      });
      return JSON.parse(stdout) as { code: string };
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  code("invalid_config", "another engine is configured", async () => failed(await createCodeModeRuntime().exec({ config: switchedOn({ runtime: "node" }) }, { code: "return 1" })));

  code("invalid_input", "there is no code", async () => failed(await agentRun().exec(" ")));

  code("unsupported_language", "the language is switched off", async () => failed(await agentRun({ config: { languages: ["typescript"] } }).exec("return 1")));

  code("typescript_transform_failed", "the types do not parse", async () => {
    const run = agentRun();
    return failed(await run.runtime.exec(run.ctx, { code: "let a: = 1", language: "typescript" }));
  });

  code("module_access_denied", "the cell imports", async () => failed(await agentRun().exec("await import('node:fs')")));

  code("timeout", "the cell computes on", async () => failed(await agentRun({ config: { timeoutMs: 150 } }).exec("for (;;);")));

  code("memory_limit_exceeded", "the cell keeps too much", async () =>
    failed(await agentRun({ config: { memoryLimitBytes: 4 << 20 } }).exec("const a = []; for (;;) a.push(new Array(1000).fill(a.length))")),
  );

  code("output_limit_exceeded", "the cell says too much", async () => failed(await agentRun({ config: { maxOutputBytes: 1024 } }).exec("text('x'.repeat(2000))")));

  code("snapshot_limit_exceeded", "a large cell suspends", async () =>
    failed(await agentRun({ config: { maxSnapshotBytes: 65_536 } }).exec("const a = Array.from({ length: 50000 }, (_, i) => ({ i })); await yield_control(); return a.length")),
  );

  code("snapshot_expired", "nobody waited in time", async () => {
    const run = agentRun({ config: { snapshotTtlSeconds: 1 } });
    const { runId } = waiting(await run.exec("await yield_control()"));
    await sleep(1300);
    return failed(await run.wait(runId));
  });

  // The process is given no more memory than it has, so that a large cell cannot be brought back.
  code(
    "snapshot_restore_failed",
    "there is no memory to restore into",
    async () => {
      const { stdout, stderr } = await inChild(`
        const { execFileSync } = await import("node:child_process");
        const { readFileSync } = await import("node:fs");
        const ctx = { config: { tools: { codeMode: { enabled: true, maxSnapshotBytes: 64 << 20 } } }, runId: "r" };
        const runtime = pkg.createCodeModeRuntime();
        const park = async (code) => (await runtime.exec(ctx, { code })).runId;
        const large = [];
        for (let i = 0; i < 6; i++) large.push(await park("const a = new Float64Array(1 << 21).map((_, i) => i * 1.1); await yield_control(); return a.length"));
        for (let i = 0; i < 200; i++) await park("await yield_control()");
        const data = Number(readFileSync("/proc/self/status", "utf8").match(/VmData:\\s+(\\d+)/)[1]) * 1024;
        execFileSync(${JSON.stringify(PRLIMIT)}, ["--pid", String(process.pid), "--data=" + (data + (4 << 20))]);
        const results = [];
        for (const runId of large) results.push(await runtime.wait(ctx, { runId }));
        const failed = results.find(({ status }) => status === "failed");
        console.log(JSON.stringify({ code: failed?.code, error: failed?.error }));
      `);
      expect(stderr).toBe("");
      const result = JSON.parse(stdout) as { code: string; error: string };
      expect(result.error).toMatch(/^code mode snapshot could not be restored: /);
      return result;
    },
    { skip: process.platform !== "linux" || !existsSync(PRLIMIT) },
  );

  code("too_many_pending_tool_calls", "the cell calls too much at once", async () =>
    failed(await agentRun({ tools: [tool("work")], config: { maxPendingToolCalls: 2 } }).exec("await Promise.all([1, 2, 3].map(() => tools.work()))")),
  );

  code("nested_tool_failed", "a tool fails and nobody catches it", async () =>
    failed(await agentRun({ tools: [tool("work", () => Promise.reject(new Error("x")))] }).exec("await tools.work()")),
  );

  code("aborted", "the run is given up", async () => {
    const run = agentRun({ tools: [tool("never", () => new Promise(() => {}))] });
    const result = run.exec("await tools.never()");
    await sleep(20);
    run.runtime.abortRun({ runId: run.ctx.runId });
    return failed(await result);
  });

  code("internal_error", "the cell throws", async () => failed(await agentRun().exec("throw new Error('x')")));
});

describe("the codes", () => {
  it("are sixteen, and each was reached", () => {
    const skipped = process.platform !== "linux" || !existsSync(PRLIMIT) ? 1 : 0;
    expect(reached.size).toBe(16 - skipped);
  });
});
