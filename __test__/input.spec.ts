import { describe, expect, it } from "vitest";
import { createCodeModeRuntime, createCodeModeTools, ToolInputError } from "../index.js";
import { agentRun, completed, failed, switchedOn } from "./support.js";

const run = agentRun();

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
