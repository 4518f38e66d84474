import { describe, expect, it } from "vitest";
import { agentRun, completed, failed } from "./support.js";

const run = agentRun();
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
  it.each([
    ["enum A { B = 1 } ", "an enum"],
    ["namespace N { export const a = 1 } ", "a namespace"],
    ["class C { constructor(private readonly x: number) {} } ", "a parameter property"],
    ["const a: '\u00e9\u{1F600}' = '\u00e9\u{1F600}'; ", "text of more than one byte a character"],
  ])("has its author's columns behind %s", async (before) => {
    const at = failed(await typed(`${before}null.x`)).location;
    expect(at).toEqual({ line: 1, column: before.length + 1 });
  });
  it("is told of a mistake in its syntax", async () => {
    const result = failed(await typed("const a: = 1"));
    expect(result.code).toBe("typescript_transform_failed");
    expect(result.error).toMatch(/^typescript transform failed: .*1:/);
  });
});
