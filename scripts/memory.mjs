// Memory over 100,000 nested calls, failing ones among them, and over cells that park and go on: prints
// figures, and fails when memory grows with the number of calls. Run after a build: `node --expose-gc scripts/memory.mjs`.

import * as pkg from "../index.js";

const CALLS = Number(process.argv[2] ?? 100_000);
const STEP = CALLS / 10;
/** What may remain when the second half of the calls is compared with the first, in bytes. */
const SLACK = 12 * 1024 * 1024;

const config = { tools: { codeMode: { enabled: true, maxPendingToolCalls: 128 } } };
const runtime = pkg.createCodeModeRuntime({ onNestedCall: () => {}, onEvent: () => {} });
const ctx = { config, runId: "r", catalogRef: pkg.createToolSearchCatalogRef() };
const tool = (name, execute, more) => ({ name, description: name, parameters: { type: "object" }, execute, ...more });
const owned = { source: "plugin", sourceName: "p" };
pkg.registerCodeModeNamespaceForPlugin("p", {
  id: "n",
  globalName: "N",
  requiredToolNames: ["owned"],
  createScope: () => ({ call: pkg.createCodeModeNamespaceTool("owned", ([a]) => ({ a })) }),
});
runtime.applyCatalog({
  ...ctx,
  tools: [
    ...runtime.createTools(ctx),
    tool("echo", async (_, input) => ({ content: [{ type: "text", text: "x".repeat(200) }], details: input })),
    tool("fails", async () => Promise.reject(new Error("no"))),
    tool("owned", async (_, input) => ({ details: input }), owned),
  ],
});

// 100 calls: most succeed, some fail, some go through a namespace.
const calls = `
  for (let i = 0; i < 8; i++) await Promise.all(Array.from({ length: 10 }, (_, k) => tools.echo({ i, k })));
  for (let i = 0; i < 10; i++) await tools.fails({ i }).catch(() => {});
  for (let i = 0; i < 10; i++) await N.call({ i });`;
const parks = "const a = new Float64Array(1 << 16).map((_, i) => i * 1.1); await yield_control(); return a.length";

async function figures() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
}

const mib = (bytes) => (bytes / 1024 / 1024).toFixed(1);
const rows = [];
const started = performance.now();
let made = 0;
for (let step = 0; step <= 10; step++) {
  const now = await figures();
  rows.push({ calls: made, parked: step * 10, "rss MiB": mib(now.rss), "heap MiB": mib(now.heapUsed), "external MiB": mib(now.external), ...now });
  if (step === 10) break;
  for (let i = 0; i < STEP / 100; i++) {
    const result = await runtime.exec(ctx, { code: calls }, { toolCallId: `call-${made}` });
    if (result.status !== "completed") throw new Error(JSON.stringify(result));
    made += 100;
  }
  for (let i = 0; i < 10; i++) {
    const { runId } = await runtime.exec(ctx, { code: parks });
    const result = await runtime.wait(ctx, { runId });
    if (result.status !== "completed") throw new Error(JSON.stringify(result));
  }
}
console.table(rows.map(({ rss, heapUsed, external, ...shown }) => shown));
console.log(`${made} calls in ${((performance.now() - started) / 1000).toFixed(1)} s`, JSON.stringify(runtime.stats()));
const grown = rows[10].rss - rows[5].rss;
console.log(`grown over the second half: ${mib(grown)} MiB`);
await runtime.close();
if (grown > SLACK) process.exitCode = 1;
