import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentRun, completed, failed, sleep, tool, waiting } from "./support.js";

// Whatever a tool does, the cell gets an error or a value, and the process goes on.

const hostile = {
  get message(): string {
    throw new Error("getter");
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const rejections: [string, unknown, string][] = [
  ["an error", new Error("plain"), "plain"],
  ["an error of another kind", new TypeError("typed"), "typed"],
  ["an error without a message", new Error(""), "tool failed without a message"],
  ["null", null, "null"],
  ["undefined", undefined, "undefined"],
  ["a string", "text", "text"],
  ["a number", 5, "5"],
  ["a symbol", Symbol("s"), "Symbol(s)"],
  ["a BigInt", 5n, "5"],
  ["an object with hostile getters", hostile, "tool failed with an error that cannot be read"],
  ["a revoked proxy", revoked.proxy, "tool failed with an error that cannot be read"],
  ["an object without a prototype", Object.create(null), "tool failed without a message"],
  ["an object whose message is no string", { message: 5 }, "tool failed without a message"],
];

const results: [string, () => unknown, unknown][] = [
  ["undefined", () => undefined, null],
  ["null", () => null, null],
  ["a number", () => 5, 5],
  ["a function", () => () => {}, null],
  ["a symbol", () => Symbol("s"), null],
  ["NaN", () => NaN, null],
  ["a Date", () => new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a Map", () => new Map([[1, 2]]), {}],
  ["a thenable", () => ({ then: (resolve: (value: unknown) => void) => resolve("then") }), "then"],
  ["a thenable that settles twice", () => ({ then: (ok: (value: unknown) => void, no: (reason: unknown) => void) => (ok(1), ok(2), no(3)) }), 1],
  ["a promise of a promise", () => Promise.resolve(Promise.resolve("deep")), "deep"],
  ["own __proto__ keys", () => JSON.parse('{"__proto__":{"a":1},"constructor":2}'), JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ["a toJSON of its own", () => ({ toJSON: () => "mine" }), "mine"],
  ["a BigInt", () => 5n, "5"],
  ["a BigInt inside", () => ({ details: [1, { n: 5n }] }), { details: [1, { n: "5" }] }],
  ["lone surrogates", () => "\ud800", expect.any(String)],
];

let deep: unknown = 1;
for (let i = 0; i < 100_000; i++) deep = { deep };

const impossible: [string, () => unknown][] = [
  ["a tree without an end in sight", () => deep],
  ["a cycle", () => cyclic],
  ["a toJSON that throws", () => ({ toJSON: () => { throw new Error("no"); } })],
  ["a revoked proxy", () => revoked.proxy],
  ["a proxy that throws", () => new Proxy({}, { ownKeys: () => { throw new Error("no"); } })],
  ["a thenable that throws", () => ({ then: () => { throw new Error("no"); } })],
  ["a hostile then", () => ({ get then() { throw new Error("no"); } })],
  ["a promise with a hostile constructor", () => Object.defineProperty(Promise.resolve(1), "constructor", { get: () => { throw new Error("no"); } })],
];

let unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(async () => {
  await sleep(50);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

const outcome = async (execute: () => unknown) => {
  const run = agentRun({ tools: [tool("odd", execute)] });
  const code = "try { return { value: (await tools.odd()).result } } catch (e) { return { message: e.message, isError: e instanceof Error } }";
  return completed(await run.exec(code)).value as { value?: unknown; message?: string; isError?: boolean };
};

describe("a tool", () => {
  it.each(rejections)("may reject with %s", async (_, reason, message) => {
    expect(await outcome(() => Promise.reject(reason))).toEqual({ message, isError: true });
  });
  it.each(rejections)("may throw %s", async (_, reason, message) => {
    expect(await outcome(() => { throw reason; })).toEqual({ message, isError: true });
  });
  it.each(results)("may return %s", async (_, make, value) => {
    expect(await outcome(make)).toEqual({ value });
  });
  it.each(impossible)("may return %s, which is an error", async (_, make) => {
    expect(await outcome(make)).toMatchObject({ isError: true, message: expect.any(String) });
  });
  it("is told apart from a tool that failed, where only its result is the matter", async () => {
    for (const result of [cyclic, deep]) expect((await outcome(() => result)).message).toMatch(/^the tool is done, but JSON cannot carry its result: /);
  });
  it("may return far too much", async () => {
    expect(await outcome(() => "x".repeat(200 * 1024 * 1024))).toMatchObject({ isError: true, message: expect.stringContaining("tool result") });
  });
  it("may return 16 MiB at most, as its documentation says", async () => {
    expect(await outcome(() => "x".repeat((16 << 20) + 1))).toEqual({ isError: true, message: "tool result exceeds 16 MiB." });
    const manual = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
    expect(manual).toContain("as JSON text of at most 16 MiB");
  });
  it("without an execute is left out of the catalog", async () => {
    const run = agentRun({ tools: [{ name: "odd" } as never] });
    expect(run.ctx.catalogRef?.current?.entries).toEqual([]);
    expect(failed(await run.exec("await tools.odd()")).error).toContain("not a function");
  });
  it("may never settle", async () => {
    const run = agentRun({ tools: [tool("odd", () => new Promise(() => {}))], config: { timeoutMs: 200 } });
    waiting(await run.exec("await tools.odd()"));
    await run.runtime.close();
  });
  it("may settle after the cell is over", async () => {
    let reject: ((reason: unknown) => void) | undefined;
    const run = agentRun({ tools: [tool("odd", () => new Promise((_, no) => (reject = no)))] });
    expect(failed(await run.exec("await tools.odd()", { signal: AbortSignal.timeout(30) })).code).toBe("aborted");
    reject?.(new Error("late"));
    await sleep(20);
  });
  it("may throw in the gateway's executor", async () => {
    const run = agentRun({ tools: [tool("odd")], ctx: { executeTool: () => { throw hostile; } } });
    expect(failed(await run.exec("await tools.odd()")).code).toBe("nested_tool_failed");
  });
});
