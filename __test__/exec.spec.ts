import { describe, expect, it } from "vitest";
import { createCodeModeRuntime, createCodeModeTools, ToolInputError } from "../index.js";
import { agentRun, completed, failed, switchedOn } from "./support.js";

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

describe("a TypeScript cell", () => {
  const typed = (code: string) => run.runtime.exec(run.ctx, { code, language: "typescript" });

  it("runs without its types", async () => {
    const result = await typed("interface P { x: number }\nconst p = { x: 2 } as P;\nconst f = <T,>(v: T): T => v;\nreturn f<number>(p.x!) satisfies number");
    expect(completed(result).value).toBe(2);
  });
  it("keeps its lines", async () => {
    expect(failed(await typed("type A = {\n  a: number;\n};\n\nthrow new TypeError('x' as string);"))).toMatchObject({
      error: "TypeError: x",
      location: { line: 5 },
    });
  });
  it("is told of a mistake in its syntax", async () => {
    const result = failed(await typed("const a: = 1"));
    expect(result.code).toBe("typescript_transform_failed");
    expect(result.error).toMatch(/^typescript transform failed: .*1:/);
  });
});

describe("the input of exec", () => {
  const cases: [string, unknown, string][] = [
    ["nothing", {}, "code or command must be a non-empty string."],
    ["no object", null, "code or command must be a non-empty string."],
    ["a blank code", { code: "  \n" }, "code or command must be a non-empty string."],
    ["a code that is no string", { code: 5 }, "code or command must be a non-empty string."],
    ["two that differ", { code: "return 1", command: "return 2" }, "code and command must match when both are provided."],
    ["an unknown language", { code: "return 1", language: "python" }, "language must be javascript or typescript."],
    ["a language that is no string", { code: "return 1", language: 1 }, "language must be javascript or typescript."],
  ];
  const [exec] = createCodeModeTools({ config: switchedOn() });

  it.each(cases)("is refused: %s", async (_, input, message) => {
    const rejection = await exec.execute("id", input).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(ToolInputError);
    expect(rejection).toMatchObject({ name: "ToolInputError", code: "invalid_input", message });
    expect(failed(await run.runtime.exec(run.ctx, input as never))).toMatchObject({ code: "invalid_input", error: message });
  });

  it("may be in command", async () => {
    expect(completed(await run.runtime.exec(run.ctx, { command: "return 3" })).value).toBe(3);
    expect(completed(await run.runtime.exec(run.ctx, { code: "return 3", command: "return 3" })).value).toBe(3);
  });

  it("may be in a language that the configuration has", async () => {
    const only = agentRun({ config: { languages: ["typescript"] } });
    const [tool] = only.runtime.createTools(only.ctx);
    const refused = { code: "unsupported_language", error: "code mode javascript input is disabled." };
    expect((await tool.execute("id", { code: "return 1" })).details).toMatchObject({ status: "failed", ...refused });
    expect((await tool.execute("id", { code: "return 1 as number", language: "typescript" })).details).toMatchObject({ value: 1 });
  });

  it("is refused where code mode is disabled", async () => {
    const [tool] = createCodeModeTools({ config: {} });
    await expect(tool.execute("id", { code: "return 1" })).rejects.toMatchObject({
      name: "ToolInputError",
      code: "invalid_input",
      message: "code mode is disabled.",
    });
    expect(failed(await createCodeModeRuntime().exec({}, { code: "return 1" })).error).toBe("code mode is disabled.");
  });

  it("fails where the configuration is wrong", async () => {
    const config = switchedOn({ runtime: "node" });
    expect(failed(await createCodeModeRuntime().exec({ config }, { code: "return 1" })).code).toBe("invalid_config");
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
