import { describe, expect, it } from "vitest";
import {
  createCodeModeTools,
  getCodeModeExecBeforeHookMetadata,
  getCodeModeExecBeforeHookMetadataForToolKind,
  normalizeCodeModeExecBeforeHookParams,
  normalizeCodeModeExecBeforeHookParamsForToolKind,
  reconcileCodeModeExecBeforeHookParams,
} from "../index.js";
import { switchedOn, tool } from "./support.js";

const config = switchedOn();
const [exec, wait] = createCodeModeTools({ config });
const shell = tool("exec");

describe("before-call hooks", () => {
  it("are told the kind of tool and input", () => {
    const metadata = (params: unknown) => getCodeModeExecBeforeHookMetadata({ tool: exec, params });
    expect(metadata({ code: "1" })).toEqual({ toolKind: "code_mode_exec", toolInputKind: "javascript" });
    expect(metadata({ code: "1", language: "typescript" })).toEqual({ toolKind: "code_mode_exec", toolInputKind: "typescript" });
    expect(metadata({ code: "1", language: "python" })).toEqual({ toolKind: "code_mode_exec" });
    for (const other of [wait, shell, undefined]) expect(getCodeModeExecBeforeHookMetadata({ tool: other, params: {} })).toBeUndefined();
    expect(getCodeModeExecBeforeHookMetadataForToolKind({ toolKind: "code_mode_exec", params: {} })).toEqual({
      toolKind: "code_mode_exec",
      toolInputKind: "javascript",
    });
    expect(getCodeModeExecBeforeHookMetadataForToolKind({ toolKind: "exec", params: {} })).toBeUndefined();
  });

  it("see the cell in both fields", () => {
    const params = { code: "x", other: 1 };
    expect(normalizeCodeModeExecBeforeHookParams({ tool: exec, params })).toEqual({ code: "x", command: "x", other: 1 });
    expect(normalizeCodeModeExecBeforeHookParams({ tool: exec, params: { command: "x" } })).toEqual({ code: "x", command: "x" });
    expect(normalizeCodeModeExecBeforeHookParams({ tool: shell, params })).toBe(params);
    expect(normalizeCodeModeExecBeforeHookParamsForToolKind({ toolKind: "code_mode_exec", params })).toMatchObject({ command: "x" });
    expect(params).toEqual({ code: "x", other: 1 });
  });

  it("may rewrite either field, and conflicts are left for exec to refuse", () => {
    const hookParams = { code: "x", command: "x" };
    const reconciled = (adjustedParams: object) =>
      reconcileCodeModeExecBeforeHookParams({ tool: exec, originalParams: { code: "x" }, hookParams, adjustedParams });
    expect(reconciled({ code: "y", command: "x" })).toEqual({ code: "y", command: "y" });
    expect(reconciled({ code: "x", command: "y" })).toEqual({ code: "y", command: "y" });
    expect(reconciled({ code: "y", command: "z" })).toEqual({ code: "y", command: "z" });
    expect(reconciled(hookParams)).toBe(hookParams);
  });
});

describe("parameters that are no object", () => {
  it("stay what they are", () => {
    for (const params of [undefined, null, "x", [1]]) {
      expect(normalizeCodeModeExecBeforeHookParams({ tool: exec, params })).toBe(params);
      expect(reconcileCodeModeExecBeforeHookParams({ tool: exec, originalParams: {}, hookParams: {}, adjustedParams: params })).toBe(params);
      expect(getCodeModeExecBeforeHookMetadata({ tool: exec, params })).toMatchObject({ toolKind: "code_mode_exec" });
    }
  });
});

describe("a rewrite", () => {
  const reconciled = (tool: unknown, adjustedParams: object, hookParams: unknown = { code: "x", command: "x" }) =>
    reconcileCodeModeExecBeforeHookParams({ tool, originalParams: { code: "x" }, hookParams, adjustedParams });

  it("that leaves a field out counts for both", () => {
    expect(reconciled(exec, { command: "y" })).toEqual({ code: "y", command: "y" });
    expect(reconciled(exec, { code: "y" })).toEqual({ code: "y", command: "y" });
  });
  it("is reconciled also where the host no longer has what the hooks were shown", () => {
    expect(reconciled(exec, { code: "x", command: "y" }, undefined)).toEqual({ code: "y", command: "y" });
  });
  it("of the language, or of another tool's call, is left alone", () => {
    const typed = { code: "x", command: "x", language: "typescript" };
    expect(reconciled(exec, typed)).toBe(typed);
    for (const other of [wait, shell]) {
      const params = { code: "x", command: "y" };
      expect(reconciled(other, params)).toBe(params);
    }
  });
  it("changes nobody's object", () => {
    const adjusted = Object.freeze({ code: "x", command: "y" });
    expect(reconciled(exec, adjusted)).not.toBe(adjusted);
  });
});
