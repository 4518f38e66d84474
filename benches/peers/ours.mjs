// Cells of this package, through the control tools, as a gateway would run them.

import { createCodeModeRuntime, createToolSearchCatalogRef } from "../../index.js";

let runs = 0;

/** An agent run with a catalog of these tools. */
export function agentRun(tools, { runtime = createCodeModeRuntime(), limits = {} } = {}) {
  const ctx = {
    config: { tools: { codeMode: { enabled: true, ...limits } } },
    agentId: "bench",
    sessionId: "bench",
    runId: `run-${(runs += 1)}`,
    catalogRef: createToolSearchCatalogRef(),
  };
  const applied = runtime.applyCatalog({ ...ctx, tools: [...runtime.createTools(ctx), ...tools] });
  if (applied.catalogToolCount !== tools.length) throw new Error(`${applied.catalogToolCount} tools catalogued, not ${tools.length}`);
  // The tools of the context that carries the catalog, as the gateway holds them.
  const [exec, wait] = runtime.createTools(ctx);
  let calls = 0;
  return {
    runtime,
    /** Resolves to the value of a cell that completes at once. */
    async value(code, language) {
      const { details } = await exec.execute(`call-${(calls += 1)}`, language ? { code, language } : { code });
      if (details.status !== "completed") throw new Error(`not completed: ${JSON.stringify(details).slice(0, 500)}`);
      return details.value;
    },
    /** Resolves to the id of a cell that yields. */
    async park(code) {
      const { details } = await exec.execute(`call-${(calls += 1)}`, { code });
      if (details.status !== "waiting") throw new Error(`not waiting: ${JSON.stringify(details).slice(0, 500)}`);
      return details.runId;
    },
    /** Resolves to the value of a parked cell that completes when it is resumed. */
    async resume(runId) {
      const { details } = await wait.execute(`call-${(calls += 1)}`, { runId });
      if (details.status !== "completed") throw new Error(`not completed: ${JSON.stringify(details).slice(0, 500)}`);
      return details.value;
    },
  };
}
