import { describe, expect, it } from "vitest";
import { createCodeModeRuntime } from "../index.js";
import { agentRun, completed, failed, sleep, switchedOn, tool, waiting } from "./support.js";

const run = agentRun();
const value = async (code: string) => completed(await run.exec(code)).value;

describe("a cell", () => {
  it("gives what it returns", async () => expect(await value("return 1 + 1")).toBe(2));
  it("gives null without a return", async () => expect(await value("1 + 1")).toBeNull());
  it("may await at its top level", async () => expect(await value("return await Promise.resolve('x')")).toBe("x"));
  it("is strict", async () => expect(await value("return (function () { return this })() === undefined")).toBe(true));
  it("keeps structure", async () => {
    expect(await value("return { a: [1, 'x', null, true], b: { c: 1.5 } }")).toEqual({ a: [1, "x", null, true], b: { c: 1.5 } });
  });
  it("runs the microtasks that it made", async () => {
    expect(await value("let n = 0; for (let i = 0; i < 100; i++) await null, n++; return n")).toBe(100);
  });
  it("writes output in order", async () => {
    const { output } = completed(await run.exec("text('a'); json({ b: 1 }); console.log('c'); return 0"));
    expect(output).toEqual([
      { type: "text", text: "a" },
      { type: "json", value: { b: 1 } },
      { type: "text", text: "c" },
    ]);
  });
  it("keeps unicode", async () => expect(await value("return 'zażółć 🦊 \\u2028'")).toBe("zażółć 🦊 \u2028"));
  it("sees nothing of the cell before", async () => {
    await run.exec("globalThis.leak = 1; Array.prototype.leak = 2; return 0");
    expect(await value("return [typeof leak, typeof [].leak]")).toEqual(["undefined", "undefined"]);
  });
  it("gets its own random numbers", async () => {
    expect(await value("return Math.random()")).not.toBe(await value("return Math.random()"));
  });
  it("may set timers", async () => {
    expect(await value("const t = Date.now(); await new Promise((r) => setTimeout(r, 30)); return Date.now() - t >= 25")).toBe(true);
  });
});

describe("a cell that fails", () => {
  it("names the message of an Error", async () => {
    expect(failed(await run.exec("throw new Error('boom')"))).toMatchObject({ error: "boom", code: "internal_error" });
  });
  it("names the kind of any other error", async () => {
    expect(failed(await run.exec("missing"))).toMatchObject({ error: expect.stringMatching(/^ReferenceError: /), code: "internal_error" });
  });
  it("says where, in the model's own lines", async () => {
    const result = failed(await run.exec("const a = 1;\n  throw new Error('x');"));
    expect(result.location?.line).toBe(2);
    expect(JSON.stringify(result)).not.toContain("/");
  });
  it("says where an error of a class of its own was made", async () => {
    const result = failed(await run.exec("class E extends Error { constructor(m) { super(m) } }\nfunction f() {\n  throw new E('x') }\nf()"));
    expect(result.location?.line).toBe(3);
    expect(result.frames?.map((frame) => frame.line)).toEqual([3, 4]);
  });
  it("counts a line that ends in CR alone", async () => {
    expect(failed(await run.exec("/* a\rb */\rnull.x")).location).toEqual({ line: 3, column: 1 });
  });
  it("keeps the output that it made", async () => {
    expect(failed(await run.exec("text('before'); throw new Error('x')")).output).toEqual([{ type: "text", text: "before" }]);
  });
  it("tells a thrown string", async () => expect(failed(await run.exec("throw 'plain'")).error).toBe("plain"));
  it("fails for a rejection that nobody handles", async () => {
    expect(failed(await run.exec("Promise.reject(new Error('lost')); return 1")).error).toBe("lost");
  });
  it("is told that its promise can never settle", async () => {
    expect(failed(await run.exec("await new Promise(() => {})"))).toMatchObject({
      code: "internal_error",
      error: "code mode promise is pending without host work",
    });
  });
  it("has no modules", async () => {
    for (const code of ["import fs from 'fs'", "await import('fs')", "return require('fs')", "export * from 'fs'"]) {
      expect(failed(await run.exec(code)), code).toMatchObject({
        code: "module_access_denied",
        error: "code mode module access is disabled.",
      });
    }
  });
  it("may speak of modules", async () => {
    expect(await value("const obj = { import: 1, require: 2 }; return [obj.import, obj.require, 'import x', /require(1)/.source]")).toEqual([
      1,
      2,
      "import x",
      "require(1)",
    ]);
  });
});

describe("the result of the exec tool", () => {
  it("is wrapped the gateway's way", async () => {
    const [exec] = run.runtime.createTools(run.ctx);
    const { content, details } = await exec.execute("id", { code: "return { a: 1 }" });
    expect(details).toMatchObject({ status: "completed", value: { a: 1 } });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(details, null, 2) }]);
  });

  it("carries telemetry", async () => {
    const { telemetry } = await run.exec("return 1");
    expect(telemetry).toMatchObject({
      visibleTools: ["exec", "wait"],
      catalogSize: 0,
      sources: { openclaw: 0, plugin: 0, mcp: 0, client: 0 },
      execCount: 1,
      waitCount: 0,
      calledTools: [],
      snapshot: { restores: 0 },
    });
    expect(telemetry.timing.totalMs).toBeGreaterThan(0);
  });
});

describe("runtime.exec", () => {
  it("never rejects, whatever it is given", async () => {
    const runtime = createCodeModeRuntime();
    const hostile = new Proxy({}, { get: () => { throw new Error("no"); } });
    for (const [ctx, input, call] of [
      [undefined, undefined, undefined],
      [null, null, null],
      [hostile, {}, {}],
      [{ config: switchedOn() }, hostile, {}],
      [{ config: switchedOn() }, { code: "return 1" }, hostile],
      [{ config: hostile }, { code: "return 1" }, {}],
    ]) {
      expect((await runtime.exec(ctx as never, input as never, call as never)).status).toBe("failed");
      expect((await runtime.wait(ctx as never, input as never, call as never)).status).toBe("failed");
    }
  });
});

describe("values that JSON does not know", () => {
  it.each<[string, unknown]>([
    ["return undefined", null],
    ["return [undefined, null, NaN, Infinity]", [null, null, null, null]],
    ["return { a: undefined }", {}],
    ["return new Error('x')", { name: "Error", message: "x" }],
    ["return 12n", "12"],
    ["return { big: 12n }", { big: "12" }],
    ["return Symbol('s')", "Symbol(s)"],
    ["return new Int8Array([-1, 2])", [-1, 2]],
    ["return new Float32Array([1.5])", [1.5]],
    ["return new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["return [tools.echo({})]", ["[Promise: not awaited]"]],
    ["return { a: { toJSON: () => 'mine' } }", { a: "mine" }],
    ["const a = { x: 1 }; return [a, a]", [{ x: 1 }, { x: 1 }]],
  ])("become what JSON can keep: %s", async (code, value) => {
    const result = completed(await agentRun({ tools: [tool("echo")] }).exec(code));
    expect(result.value).toEqual(value);
  });

  it("become text where nothing can be kept", async () => {
    expect(await value("const a = {}; a.a = a; return a")).toMatch(/^\[object /);
    expect(typeof (await value("return () => 1"))).toBe("string");
  });

  it("may fail the cell themselves", async () => {
    expect(failed(await run.exec("return { toJSON() { throw new Error('mine') } }")).error).toBe("mine");
  });

  it("do not pass as arguments of a call", async () => {
    const own = agentRun({ tools: [tool("echo")] });
    for (const argument of ["1n", "{ a: 1n }", "(() => { const a = {}; a.a = a; return a })()"]) {
      expect(completed(await own.exec(`return await tools.echo(${argument}).then(() => "called", (e) => typeof e.message)`)).value, argument).toBe("string");
    }
  });
});

describe("a rejection that nobody handled in time", () => {
  it("is no failure when it is handled late", async () => {
    expect(await value("const p = Promise.reject(new Error('x')); await null; await null; return await p.catch((e) => e.message)")).toBe("x");
  });
});

describe("a cell that looks like a shell command", () => {
  it.each(["ls -la", "cat x | grep y", "git status --short"])("is told so: %s", async (code) => {
    const result = failed(await run.exec(code));
    expect(result.code).toBe("invalid_input");
    expect(result.error).toMatch(/JavaScript/);
  });
  it.each(["const ls = 1, la = 2; return ls -la", "cd: for (;;) break cd; return -1", "let cat = 3, x = 1; return cat | x - 3"])("is run where it is JavaScript: %s", async (code) => {
    expect(typeof (await value(code))).toBe("number");
  });
});

describe("the calls of a result", () => {
  it("say what was started, finished and failed, by id and name, without inputs", async () => {
    const own = agentRun({
      tools: [tool("echo"), tool("fails", () => Promise.reject(new Error("x"))), tool("never", () => new Promise(() => {}))],
      options: { inlineWaitMs: 40 },
    });
    const result = await own.exec("await tools.echo({ secret: 1 }); await tools.fails().catch(() => {}); await tools.never()", { toolCallId: "o" });
    expect(result.calls).toEqual([
      { id: "openclaw:core:echo", name: "echo", toolCallId: "tool_search_code:o:echo:1", status: "completed" },
      { id: "openclaw:core:fails", name: "fails", toolCallId: "tool_search_code:o:fails:2", status: "failed" },
      { id: "openclaw:core:never", name: "never", toolCallId: "tool_search_code:o:never:3", status: "pending" },
    ]);
    expect(failed(await own.exec("await tools.echo(); throw new Error('x')")).calls).toMatchObject([{ name: "echo", status: "completed" }]);
    expect(completed(await own.exec("return 1")).calls).toEqual([]);
  });
});

describe("what helps a model to mend its cell", () => {
  it("are still said to whoever waits for a run that was aborted, or has expired", async () => {
    const steps = () => [tool("quick"), tool("wrong", () => Promise.reject(new Error("no"))), tool("never", () => new Promise(() => {}))];
    const code = "text('begun'); await tools.quick(); await tools.wrong().catch(() => {}); await tools.never()";
    for (const end of ["aborted", "expired"]) {
      const own = agentRun({ tools: steps(), options: { inlineWaitMs: 30 }, config: { snapshotTtlSeconds: 1 } });
      const { runId } = waiting(await own.exec(code));
      if (end === "aborted") own.runtime.abortRun({ runId: own.ctx.runId });
      else await sleep(1_100);
      await sleep(20);
      const result = failed(await own.wait(runId));
      expect(result.code).toBe(end === "aborted" ? "aborted" : "snapshot_expired");
      expect(result.calls.map(({ name, status }) => [name, status])).toEqual([["quick", "completed"], ["wrong", "failed"], ["never", "pending"]]);
      expect(result).toMatchObject({ output: [{ type: "text", text: "begun" }], telemetry: { callCount: 3 } });
      const stranger = failed(await own.runtime.wait({ ...own.ctx, sessionId: "another" }, { runId }));
      expect(stranger).toMatchObject({ code: "invalid_input", calls: [] });
    }
  });

  it("is in the failed result, and in its type", async () => {
    const run = agentRun({ tools: [tool("echo")] });
    const { calls, excerpt, hint }: { calls: { status: string }[]; excerpt?: string; hint?: string } = failed(
      await run.exec("await tools.echo();\n  tools.ecko()"),
    );
    expect(calls.map(({ status }) => status)).toEqual(["completed"]);
    expect(excerpt).toBe("tools.ecko()");
    expect(hint).toContain("tools.ecko");
    const aborted = failed(await run.exec("return 1", { signal: AbortSignal.abort() }));
    expect([aborted.calls, completed(await run.exec("return 1")).calls]).toEqual([[], []]);
  });
});
