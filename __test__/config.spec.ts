import { describe, expect, it } from "vitest";
import { createCodeModeRuntime, resolveCodeModeConfig } from "../index.js";
import { completed, failed, switchedOn } from "./support.js";

describe("resolveCodeModeConfig", () => {
  it("has defaults, and is off", () => {
    expect(resolveCodeModeConfig()).toEqual({
      enabled: false,
      runtime: "quickjs-wasi",
      mode: "only",
      languages: ["javascript", "typescript"],
      timeoutMs: 10000,
      memoryLimitBytes: 67108864,
      maxOutputBytes: 65536,
      maxSnapshotBytes: 10485760,
      maxPendingToolCalls: 16,
      snapshotTtlSeconds: 900,
      maxSearchLimit: 50,
      searchDefaultLimit: 8,
    });
  });
  it("takes the shorthand", () => {
    expect(resolveCodeModeConfig({ tools: { codeMode: true } }).enabled).toBe(true);
    expect(resolveCodeModeConfig({ tools: { codeMode: false } }).enabled).toBe(false);
    expect(resolveCodeModeConfig({ tools: { codeMode: "yes" } }).enabled).toBe(false);
  });
  it("clamps", () => {
    expect(resolveCodeModeConfig(switchedOn({ timeoutMs: 1, maxPendingToolCalls: 1000, maxSearchLimit: 5, searchDefaultLimit: 9 }))).toMatchObject({
      timeoutMs: 100,
      maxPendingToolCalls: 128,
      maxSearchLimit: 5,
      searchDefaultLimit: 5,
    });
  });
  it("lets an agent overlay it, field by field", () => {
    const both = {
      tools: { codeMode: { enabled: true, timeoutMs: 5000, maxOutputBytes: 2048 } },
      agents: { list: [{ id: "x", tools: { codeMode: { timeoutMs: 700 } } }, { id: "off", tools: { codeMode: false } }] },
    };
    expect(resolveCodeModeConfig(both, "x")).toMatchObject({ enabled: true, timeoutMs: 700, maxOutputBytes: 2048 });
    expect(resolveCodeModeConfig(both, "off").enabled).toBe(false);
    expect(resolveCodeModeConfig(both, "nobody").timeoutMs).toBe(5000);
  });
  it("refuses another engine or mode", () => {
    for (const fields of [{ runtime: "v8" }, { mode: "also" }]) {
      expect(() => resolveCodeModeConfig(switchedOn(fields))).toThrow(expect.objectContaining({ code: "invalid_config" }));
    }
  });
  it("is read again when the configuration is changed in place", async () => {
    const live = switchedOn({ maxOutputBytes: 65_536 });
    const runtime = createCodeModeRuntime();
    const ctx = { config: live };
    completed(await runtime.exec(ctx, { code: "return 'x'.repeat(2000)" }));
    (live.tools.codeMode as Record<string, unknown>).maxOutputBytes = 1024;
    expect(failed(await runtime.exec(ctx, { code: "return 'x'.repeat(2000)" })).code).toBe("output_limit_exceeded");
    (live.tools.codeMode as Record<string, unknown>).enabled = false;
    expect(failed(await runtime.exec(ctx, { code: "return 1" })).error).toBe("code mode is disabled.");
  });
});

describe("a field of tools.codeMode", () => {
  const resolved = (fields: Record<string, unknown>) => resolveCodeModeConfig(switchedOn(fields)) as unknown as Record<string, unknown>;

  it.each<[string, number, number, number]>([
    ["timeoutMs", 100, 60_000, 10_000],
    ["memoryLimitBytes", 1_048_576, 1_073_741_824, 67_108_864],
    ["maxOutputBytes", 1024, 10_485_760, 65_536],
    ["maxSnapshotBytes", 1024, 268_435_456, 10_485_760],
    ["maxPendingToolCalls", 1, 128, 16],
    ["snapshotTtlSeconds", 1, 86_400, 900],
    ["maxSearchLimit", 1, 50, 50],
    ["searchDefaultLimit", 1, 50, 8],
  ])("%s stays within %d and %d, and is %d where it is wrong", (field, least, most, normal) => {
    expect(resolved({ [field]: least })[field]).toBe(least);
    expect(resolved({ [field]: most })[field]).toBe(most);
    expect(resolved({ [field]: most + 1 })[field]).toBe(most);
    if (least > 1) expect(resolved({ [field]: least - 1 })[field]).toBe(least);
    for (const wrong of [0, -1, 1.5, NaN, Infinity, "5", null, true, [5], {}]) expect(resolved({ [field]: wrong })[field], String(wrong)).toBe(normal);
  });

  it("enabled counts only as the literal true", () => {
    for (const enabled of [false, "true", 1, null, {}]) expect(resolveCodeModeConfig({ tools: { codeMode: { enabled } } }).enabled).toBe(false);
    expect(resolveCodeModeConfig({ tools: { codeMode: { timeoutMs: 500 } } }).enabled).toBe(false);
  });

  it("languages loses what is unknown or doubled, and is whole where nothing is left", () => {
    expect(resolved({ languages: ["typescript", "python", "typescript", 5] }).languages).toEqual(["typescript"]);
    for (const wrong of [[], ["python"], "typescript", null]) expect(resolved({ languages: wrong }).languages).toEqual(["javascript", "typescript"]);
  });

  it("runtime and mode may be named, and of another type", () => {
    expect(resolved({ runtime: "quickjs-wasi", mode: "only" })).toMatchObject({ runtime: "quickjs-wasi", mode: "only" });
    expect(resolved({ runtime: 5, mode: null })).toMatchObject({ runtime: "quickjs-wasi", mode: "only" });
  });

  it("may be anything where the configuration is none", () => {
    for (const config of [undefined, null, 5, "x", [], { tools: null }, { tools: { codeMode: [true] } }, { agents: { list: "x" } }]) {
      expect(resolveCodeModeConfig(config, "main").enabled).toBe(false);
    }
  });
});
