// Parked cells and what a caller of wait may ask of them; scope objects that are one and the same.

import { describe, expect, it } from "vitest";
import { clearCodeModeNamespacesForTest, createCodeModeNamespaceTool, registerCodeModeNamespaceForPlugin } from "../index.js";
import { agentRun, completed, sleep, switchedOn, tool, waiting } from "./support.js";

describe("a parked cell and a shared scope", () => {
  it("a wait whose limits the parked cell exceeds is refused with the limit's code", async () => {
    const run = agentRun();
    const { runId } = waiting(await run.exec("const a = new Float64Array(1 << 18).map((_, i) => i * 1.1); await yield_control(); return a.length"));
    const result = await run.runtime.wait({ ...run.ctx, config: switchedOn({ maxSnapshotBytes: 1024 }) }, { runId });
    expect(result).toMatchObject({ status: "failed", code: "snapshot_limit_exceeded" });
  });

  it("a parked cell keeps still: its calls go on, its guest does not until wait comes", async () => {
    const begun: string[] = [];
    const run = agentRun({
      tools: [tool("first", async () => (begun.push("first"), await sleep(60), {})), tool("second", () => (begun.push("second"), {}))],
      options: { inlineWaitMs: 20 },
    });
    const { runId } = waiting(await run.exec("await tools.first(); await tools.second(); return 1"));
    await sleep(150);
    expect(begun).toEqual(["first"]);
    expect(completed(await run.wait(runId)).value).toBe(1);
    expect(begun).toEqual(["first", "second"]);
  });

  it("a namespace's global is the same object as its property of namespaces", async () => {
    registerCodeModeNamespaceForPlugin("p", { id: "i", globalName: "G", requiredToolNames: ["t"], createScope: () => ({ call: createCodeModeNamespaceTool("t") }) });
    try {
      const run = agentRun({ tools: [tool("t", undefined, { source: "plugin", sourceName: "p" })] });
      expect(completed(await run.exec("return namespaces.G === G")).value).toBe(true);
    } finally {
      clearCodeModeNamespacesForTest();
    }
  });
});
