import { readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as pkg from "../index.js";
import { inChild } from "./support.js";

describe("the package", () => {
  it("exports these names and no others", () => {
    expect(Object.keys(pkg).sort()).toEqual([
      "CODE_MODE_EXEC_TOOL_KIND",
      "CODE_MODE_EXEC_TOOL_NAME",
      "CODE_MODE_WAIT_TOOL_NAME",
      "CodeModeError",
      "ToolInputError",
      "addClientToolsToCodeModeCatalog",
      "applyCodeModeCatalog",
      "assertCodeModeToolSurface",
      "clearCodeModeNamespacesForPlugin",
      "clearCodeModeNamespacesForTest",
      "createCodeModeApiVirtualFiles",
      "createCodeModeExecutor",
      "createCodeModeNamespaceRuntime",
      "createCodeModeNamespaceTool",
      "createCodeModeRuntime",
      "createCodeModeTools",
      "createToolSearchCatalogRef",
      "describeCodeModeNamespacesForPrompt",
      "getCodeModeExecBeforeHookMetadata",
      "getCodeModeExecBeforeHookMetadataForToolKind",
      "isCodeModeControlTool",
      "listCodeModeNamespaces",
      "markCodeModeControlTool",
      "normalizeCodeModeExecBeforeHookParams",
      "normalizeCodeModeExecBeforeHookParamsForToolKind",
      "projectNestedToolCalls",
      "reconcileCodeModeExecBeforeHookParams",
      "registerCodeModeNamespaceForPlugin",
      "resolveCodeModeConfig",
      "setDefaultCodeModeRuntime",
    ]);
  });

  it("has the names and methods of a runtime", () => {
    const runtime = pkg.createCodeModeRuntime();
    for (const method of ["createTools", "applyCatalog", "addClientTools", "exec", "wait", "abortRun", "endRun", "stats", "close"]) {
      expect(runtime[method as keyof typeof runtime], method).toBeTypeOf("function");
    }
    expect(runtime.config).toEqual(pkg.resolveCodeModeConfig());
  });
});

describe("index.d.ts", () => {
  const text = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  const file = ts.createSourceFile("index.d.ts", text, ts.ScriptTarget.Latest, true);
  const documented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0;
  const declarations = file.statements.filter((statement) => !ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement));

  it("is a manual: every declaration says what it is", () => {
    expect(declarations.length).toBeGreaterThan(60);
    const silent = declarations.filter((statement) => !documented(statement)).map((statement) => statement.getText().split("\n", 1)[0]);
    expect(silent).toEqual([]);
  });
  it("has examples for what people start from", () => {
    const shown = declarations.filter((statement) => /@example/.test(statement.getFullText())).map((statement) => /function (\w+)/.exec(statement.getText())?.[1]);
    expect(shown).toEqual(
      expect.arrayContaining(["applyCodeModeCatalog", "createCodeModeExecutor", "createCodeModeRuntime", "createCodeModeTools", "registerCodeModeNamespaceForPlugin"]),
    );
  });
});

describe("without its binary", () => {
  let folder: string;
  let entry: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "code-mode-"));
    for (const file of ["index.js", "native.cjs", "package.json"]) {
      await copyFile(new URL(`../${file}`, import.meta.url), join(folder, file));
    }
    entry = pathToFileURL(join(folder, "index.js")).href;
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = async (source: string) => {
    const { stdout, stderr, code } = await inChild(`console.log(JSON.stringify(await (async () => { ${source} })()))`, { entry });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    return JSON.parse(stdout) as any;
  };

  it("loads, and a host that does not use code mode notices nothing", async () => {
    const result = await run(`
      const tools = [{ name: "read" }, ...pkg.createCodeModeTools({})];
      const applied = pkg.applyCodeModeCatalog({ tools, config: {}, runId: "r" });
      return { config: pkg.resolveCodeModeConfig({}), same: applied.tools === tools, compacted: applied.compacted };
    `);
    expect(result).toEqual({ config: pkg.resolveCodeModeConfig({}), same: true, compacted: false });
  });

  it("lets plugins load and register", async () => {
    const result = await run(`
      pkg.registerCodeModeNamespaceForPlugin("p", { id: "i", globalName: "G", requiredToolNames: ["t"], createScope: () => ({ call: pkg.createCodeModeNamespaceTool("t") }) });
      const listed = pkg.listCodeModeNamespaces().length;
      pkg.clearCodeModeNamespacesForPlugin("p");
      return { listed, left: pkg.listCodeModeNamespaces().length, calls: pkg.projectNestedToolCalls({}) };
    `);
    expect(result).toEqual({ listed: 1, left: 0, calls: [] });
  });

  it("fails closed where code mode is on, and says what is missing", async () => {
    const result = await run(`
      const config = { tools: { codeMode: true } };
      const caught = (f) => { try { return f(); } catch (error) { return { code: error.code, message: error.message }; } };
      const tools = pkg.createCodeModeTools({ config });
      return {
        config: caught(() => pkg.resolveCodeModeConfig(config)),
        applied: caught(() => pkg.applyCodeModeCatalog({ tools, config, runId: "r" })),
        exec: await pkg.createCodeModeRuntime().exec({ config }, { code: "return 1" }),
        tool: (await tools[0].execute("id", { code: "return 1" })).details,
      };
    `);
    for (const { code, message } of [result.config, result.applied]) {
      expect(code).toBe("runtime_unavailable");
      expect(message).toContain(`${process.platform}-${process.arch}`);
    }
    for (const { status, code, error } of [result.exec, result.tool]) {
      expect({ status, code }).toEqual({ status: "failed", code: "runtime_unavailable" });
      expect(error).toContain("@openclaw/code-mode-");
    }
  });
});
