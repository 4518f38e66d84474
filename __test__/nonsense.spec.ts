// Every public function, with everything that is not what it takes: a clear error with a code, or none; never a raw
// TypeError, never `internal_error`, never a hang.

import { afterAll, afterEach, describe, expect, it } from "vitest";
import * as pkg from "../index.js";
import { agentRun, failed, switchedOn, tool } from "./support.js";

const hostile = () => new Proxy({}, { get: () => { throw new Error("no"); }, has: () => { throw new Error("no"); }, ownKeys: () => { throw new Error("no"); } });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const bad: [string, () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["a number", () => 5],
  ["NaN", () => NaN],
  ["a BigInt", () => 3n],
  ["a string", () => "x"],
  ["an empty string", () => ""],
  ["a symbol", () => Symbol("s")],
  ["true", () => true],
  ["a function", () => () => {}],
  ["an array", () => [1, null, "x"]],
  ["an empty object", () => ({})],
  ["an object without a prototype", () => Object.create(null)],
  ["a frozen object", () => Object.freeze({})],
  ["a proxy that throws", hostile],
  ["a revoked proxy", revoked],
  ["wrong fields", () => ({ config: 5, tools: 5, catalogRef: 5, entries: 5, current: 5, code: 5, runId: 5, signal: 5, executeTool: 5, abortSignal: 5, details: 5, workers: 3n })],
  ["fields that throw", () => Object.defineProperties({}, Object.fromEntries(["config", "tools", "code", "runId", "details", "id", "tool", "then", "toolKind"].map((name) => [name, { enumerable: true, get: () => { throw new Error("no"); } }])))],
];

const config = switchedOn({ timeoutMs: 500 });
const run = agentRun({ tools: [tool("echo")] });
afterAll(() => run.runtime.close());
afterEach(() => {
  pkg.clearCodeModeNamespacesForTest();
  pkg.setDefaultCodeModeRuntime(undefined);
});

type Any = (...values: any[]) => unknown;
const calls: Record<string, (value: any) => unknown> = {};
// Each argument of each function on its own, the others being right.
const take = (name: string, call: Any, ...right: unknown[]) => {
  if (right.length === 0) calls[name] = call;
  right.forEach((_, at) => (calls[`${name}, argument ${at + 1}`] = (value) => call(...right.map((other, index) => (index === at ? value : other)))));
};
const execTool = run.runtime.createTools(run.ctx)[0];
const hookCall = { tool: execTool, params: { code: "1" }, toolKind: "code_mode_exec", originalParams: {}, hookParams: {}, adjustedParams: {} };
const ctx = { ...run.ctx, config };
const registration = { id: "i", globalName: "G", requiredToolNames: ["echo"], createScope: () => ({}) };
const namespaces = await pkg.createCodeModeNamespaceRuntime({}, []);

take("createCodeModeRuntime", (options) => pkg.createCodeModeRuntime(options).applyCatalog({ config, runId: "r", tools: [execTool, tool("echo")] }), {});
for (const option of ["classifyTool", "wrapTool", "onEvent", "onNestedCall", "workers", "maxSuspendedRuns", "maxSuspendedBytes", "inlineWaitMs", "pendingOverflow", "outputDelivery", "config", "agentId"]) {
  calls[`the option ${option}`] = async (value) => {
    const runtime = pkg.createCodeModeRuntime({ [option]: value });
    const result = await runtime.exec({ config }, { code: "return 1" });
    await runtime.close();
    return result;
  };
  calls[`the option ${option}, for a catalog`] = (value) => pkg.createCodeModeRuntime({ [option]: value }).applyCatalog({ config, runId: "r", tools: [execTool, tool("echo")] });
}
for (const field of ["config", "runtimeConfig", "agentId", "sessionId", "sessionKey", "runId", "catalogRef", "abortSignal", "executeTool"]) {
  calls[`the context's ${field}`] = (value) => run.runtime.exec({ ...ctx, [field]: value }, { code: "return 1" });
  calls[`the catalog's ${field}`] = (value) => run.runtime.applyCatalog({ config, runId: "r", tools: [execTool, tool("echo")], [field]: value });
}
take("exec", (...args) => run.runtime.exec(...(args as [any, any, any])), ctx, { code: "return 1" }, {});
take("wait", (...args) => run.runtime.wait(...(args as [any, any, any])), ctx, { runId: "cm_x" }, {});
take("exec as a tool", (...args) => execTool.execute(...(args as [any, any, any, any])), "id", { code: "return 1" }, undefined, undefined);
take("abortRun", (scope) => run.runtime.abortRun(scope));
take("endRun", (scope) => run.runtime.endRun(scope));
take("createTools", (given) => run.runtime.createTools(given)[0].execute("id", { code: "return 1" }));
take("applyCatalog", (params) => run.runtime.applyCatalog(params));
take("applyCodeModeCatalog", (params) => pkg.applyCodeModeCatalog(params));
take("addClientTools", (params) => run.runtime.addClientTools(params));
calls["tools of a catalog"] = (tools) => run.runtime.applyCatalog({ ...ctx, catalogRef: {}, tools });
calls["one tool of a catalog"] = (one) => run.runtime.applyCatalog({ ...ctx, catalogRef: {}, tools: [execTool, one] });
calls["client tools"] = (tools) => run.runtime.addClientTools({ ...ctx, tools });
calls["what catalogRef holds"] = (current) => run.runtime.exec({ ...ctx, catalogRef: { current } }, { code: "return 1" });
calls["the entries of catalogRef"] = (entries) => run.runtime.exec({ ...ctx, catalogRef: { current: { entries } as never } }, { code: "return 1" });
take("resolveCodeModeConfig", (...args) => pkg.resolveCodeModeConfig(...args), config, "main");
take("assertCodeModeToolSurface", (...args) => pkg.assertCodeModeToolSurface(...(args as [any, any])), ["exec", "wait"], []);
take("createCodeModeApiVirtualFiles", (catalog) => pkg.createCodeModeApiVirtualFiles(catalog));
take("createCodeModeExecutor", (options) => pkg.createCodeModeExecutor(options).execute({ code: "return 1" }));
calls["the executor's runtime"] = (runtime) => pkg.createCodeModeExecutor({ ctx, runtime });
take("execute", (...args) => pkg.createCodeModeExecutor({ ctx, runtime: run.runtime }).execute(...(args as [any, any])), { code: "return 1" }, {});
take("setDefaultCodeModeRuntime", (runtime) => pkg.setDefaultCodeModeRuntime(runtime));
take("isCodeModeControlTool", (value) => pkg.isCodeModeControlTool(value));
take("markCodeModeControlTool", (value) => void pkg.markCodeModeControlTool(value));
for (const name of [
  "getCodeModeExecBeforeHookMetadata",
  "getCodeModeExecBeforeHookMetadataForToolKind",
  "normalizeCodeModeExecBeforeHookParams",
  "normalizeCodeModeExecBeforeHookParamsForToolKind",
  "reconcileCodeModeExecBeforeHookParams",
] as const) {
  // What these give back may be what they were given, which must not be taken for a promise.
  const helper: Any = (call) => void (pkg[name] as Any)(call);
  take(name, (call) => helper(call));
  for (const field of Object.keys(hookCall)) calls[`${name}, ${field}`] = (value) => helper({ ...hookCall, [field]: value });
}
take("registerCodeModeNamespaceForPlugin", (...args) => pkg.registerCodeModeNamespaceForPlugin(...(args as [any, any])), "p", registration);
for (const field of Object.keys(registration)) {
  calls[`a registration's ${field}`] = (value) => pkg.registerCodeModeNamespaceForPlugin("p", { ...registration, [field]: value });
}
take("createCodeModeNamespaceTool", (...args) => pkg.createCodeModeNamespaceTool(...(args as [any, any])), "echo", () => ({}));
take("clearCodeModeNamespacesForPlugin", (id) => pkg.clearCodeModeNamespacesForPlugin(id));
take("createCodeModeNamespaceRuntime", (...args) => pkg.createCodeModeNamespaceRuntime(...(args as [any, any])), {}, []);
take("invoke", (...args) => namespaces.invoke(...(args as [any, any, any, any])), "id", ["a"], [], () => ({}));
take("describeCodeModeNamespacesForPrompt", (...args) => pkg.describeCodeModeNamespacesForPrompt(...(args as [any, any])), {}, []);
take("projectNestedToolCalls", (result) => pkg.projectNestedToolCalls(result));

/** What became of a call; the fault if it is one that must not be. */
async function fault(call: (value: any) => unknown, value: unknown): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, 5_000, "hangs")));
  try {
    const made = await Promise.race([call(value), late]);
    if (made === "hangs") return "hangs";
    const result = (made as { details?: unknown } | undefined)?.details ?? made;
    const { status, code, error } = (result ?? {}) as { status?: string; code?: string; error?: string };
    return status === "failed" && (code === undefined || code === "internal_error") ? `${code}: ${error}` : undefined;
  } catch (error) {
    const known = error instanceof pkg.CodeModeError || error instanceof pkg.ToolInputError;
    return known && error.code !== "internal_error" && error.message !== "" ? undefined : String((error as Error)?.stack ?? error);
  } finally {
    clearTimeout(timer);
  }
}

describe("what is not what a function takes", () => {
  it.each(Object.entries(calls))("is refused with a code, or does no harm: %s", async (_, call) => {
    const faults: Record<string, string> = {};
    for (const [name, make] of bad) {
      const found = await fault(call, make());
      if (found !== undefined) faults[name] = found;
    }
    expect(faults).toEqual({});
  });
});

describe("a wrong option", () => {
  it.each([
    ["workers", 3n, "workers must be a positive integer."],
    ["inlineWaitMs", () => 5, "inlineWaitMs must be a positive integer."],
    ["classifyTool", 5, "classifyTool must be a function."],
    ["onEvent", "x", "onEvent must be a function."],
    ["agentId", 5, "agentId must be a string."],
  ])("is named when the runtime is used: %s", async (name, value, error) => {
    const runtime = pkg.createCodeModeRuntime({ [name]: value });
    const code = name === "agentId" ? "invalid_input" : "invalid_config";
    expect(failed(await runtime.exec({ config }, { code: "return 1" }))).toMatchObject({ code, error });
    await runtime.close();
  });
});

describe("a scope with a field of a wrong type", () => {
  it("is refused, for without the field it would be a wider one", async () => {
    expect(() => run.runtime.abortRun({ sessionId: "session", runId: 5 } as never)).toThrow(expect.objectContaining({ code: "invalid_input", message: "runId must be a string." }));
    expect(() => run.runtime.abortRun(undefined as never)).toThrow(expect.objectContaining({ code: "invalid_input", message: "scope must be an object." }));
    expect(failed(await run.runtime.exec({ ...ctx, runId: 5 } as never, { code: "return 1" }))).toMatchObject({ code: "invalid_input", error: "runId must be a string." });
  });
});
