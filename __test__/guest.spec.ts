import { describe, expect, it } from "vitest";
import { agentRun, completed, failed, sleep, tool, waiting } from "./support.js";

const run = agentRun({ tools: [tool("echo")] });
const value = async (code: string) => completed(await run.exec(code)).value as any;

describe("the guest's globals", () => {
  it("are there", async () => {
    expect(
      await value(`return ["ALL_TOOLS", "tools", "MCP", "namespaces", "API", "text", "json", "yield_control", "console", "setTimeout", "clearTimeout", "queueMicrotask", "structuredClone", "TextEncoder", "TextDecoder", "btoa", "atob"].map((name) => typeof globalThis[name])`),
    ).toEqual([...new Array(5).fill("object"), ...new Array(3).fill("function"), "object", ...new Array(8).fill("function")]);
  });
  it("have nothing of a host", async () => {
    expect(
      await value(`return ["process", "require", "module", "exports", "Buffer", "fetch", "XMLHttpRequest", "WebSocket", "Worker", "SharedArrayBuffer", "WebAssembly", "Deno", "Bun", "std", "os", "importScripts", "__dirname", "global", "window", "navigator"].filter((name) => typeof globalThis[name] !== "undefined")`),
    ).toEqual([]);
    expect(await value(`return Reflect.ownKeys(globalThis).filter((key) => String(key).includes("openclaw"))`)).toEqual([]);
  });
  it("are frozen where they lead to tools", async () => {
    expect(await value(`return [tools, tools.echo, tools.search, ALL_TOOLS, ALL_TOOLS[0], MCP, API, namespaces].map(Object.isFrozen)`)).toEqual(new Array(8).fill(true));
    expect(await value("try { tools.echo = 1; return 'changed' } catch (e) { return e.name }")).toBe("TypeError");
  });
  it("show no host frames and no host prototypes", async () => {
    const own = agentRun({ tools: [tool("fails", () => Promise.reject(Object.assign(new RangeError("bad"), { code: "E_BAD", secret: 1 })))] });
    expect(completed(await own.exec("const e = await tools.fails().catch((e) => e); return [e.name, e.message, e.code, e.secret ?? null, e instanceof Error, Object.getPrototypeOf(e) === Error.prototype, /\\/|node:|index\\.js/.test(String(e.stack))]")).value).toEqual(["Error", "bad", "E_BAD", null, true, true, false]);
  });
  it("are those of UTC", async () => {
    expect(await value("return [new Date(0).getTimezoneOffset(), new Date(0).getHours()]")).toEqual([0, 0]);
  });
});

describe("output", () => {
  it("is text as it is, and anything else as JSON", async () => {
    const { output } = completed(await run.exec("text('a'); text({ b: 1 }); text(undefined); text(5); json('c'); json(undefined); json([1n]); console.warn('w', { x: 1 }); return 1"));
    expect(output?.slice(0, 7)).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: '{"b":1}' },
      { type: "text", text: "null" },
      { type: "text", text: "5" },
      { type: "json", value: "c" },
      { type: "json", value: null },
      { type: "json", value: ["1"] },
    ]);
    expect(output?.[7]).toMatchObject({ type: "text", text: expect.stringContaining("w") });
  });
  it("is left out where there is none", async () => {
    expect(completed(await run.exec("return 1"))).not.toHaveProperty("output");
  });
});

describe("timers", () => {
  it("fire in order of their time, and can be cleared", async () => {
    expect(await value("const r = []; setTimeout(() => r.push('late'), 30); setTimeout(() => r.push('soon')); const c = setTimeout(() => r.push('never'), 5); clearTimeout(c); await new Promise((done) => setTimeout(done, 60)); return r")).toEqual(["soon", "late"]);
  });
  it("survive a suspension", async () => {
    const { runId } = waiting(await run.exec("const t = new Promise((done) => setTimeout(() => done('rang'), 40)); await yield_control(); return await t"));
    await sleep(60);
    expect(completed(await run.wait(runId)).value).toBe("rang");
  });
  it("that nobody awaits are dropped", async () => {
    const started = performance.now();
    expect(await value("setTimeout(() => text('x'), 5000); return 1")).toBe(1);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("what the platform gives elsewhere", () => {
  it("works here", async () => {
    expect(await value("return [btoa('abc'), atob('YWJj'), [...new TextEncoder().encode('ż')], new TextDecoder().decode(new Uint8Array([197, 188])), structuredClone({ a: [new Date(0)] }).a[0].getTime()]")).toEqual(["YWJj", "abc", [197, 188], "ż", 0]);
  });
  it("has no modules, whatever the way", async () => {
    for (const code of ["return eval('import(\"fs\")')", "return await new Function('return import(\"fs\")')()", "return await (async () => {}).constructor('return import(\"fs\")')()"]) {
      const result = failed(await run.exec(code));
      expect(["module_access_denied", "internal_error"], code).toContain(result.code);
    }
  });
});

describe("yield_control", () => {
  it("gives its reason back, or null", async () => {
    const first = waiting(await run.exec("return [await yield_control(), await yield_control({ at: 1 })]"));
    expect(first).toMatchObject({ reason: "yield", pendingToolCalls: [{ method: "yield" }] });
    const { runId } = waiting(await run.wait(first.runId));
    expect(completed(await run.wait(runId)).value).toEqual([
      { status: "yielded", reason: null },
      { status: "yielded", reason: { at: 1 } },
    ]);
  });
  it("waits for tools too, and says so", async () => {
    const own = agentRun({ tools: [tool("never", () => new Promise(() => {}))] });
    const result = waiting(await own.exec("await Promise.all([tools.never(), yield_control()])"));
    expect(result.reason).toBe("pending_tools");
    expect(result.pendingToolCalls?.map(({ method }) => method)).toEqual(["call", "yield"]);
    await own.runtime.close();
  });
});
