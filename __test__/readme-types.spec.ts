// The README's examples are what people copy first: they pass the type checker at its strictest.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const readme = readFileSync(path("README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(js|ts)\n([\s\S]*?)^```/gm)].map(([, language, code]) => ({ language, code: code as string }));

it("are there to be checked", () => expect(blocks.length).toBeGreaterThan(2));

it("the README's code blocks have no type errors under strict", () => {
  const texts = new Map(blocks.map(({ language, code }, index) => [path(`readme-${index}.${language === "js" ? "mjs" : "mts"}`), code]));
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    types: ["node"],
    paths: { "@openclaw/code-mode": [path("index.d.ts")] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const at = file && start !== undefined ? `${file.fileName.split("/").pop()}:${file.getLineAndCharacterOfPosition(start).line + 1}` : "";
    return `${at} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(found).toEqual([]);
});
