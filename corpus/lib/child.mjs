// One lane of the corpus: a process that is sent cases one by one and says how each went.

import * as pkg from "../../index.js";
import { meets } from "./cases.mjs";
import { CANARY, makeFingerprint, makeHost, notPlain, secretIn } from "./host.mjs";
import { waitedForProcessor, watchLoop } from "./schedule.mjs";

process.env.CORPUS_CANARY = CANARY;
const host = makeHost(pkg);
const fingerprint = makeFingerprint();

// Has to come out right after whatever ran before it: arithmetic, sorting, strings, regular expressions, promises,
// typed arrays, a tool, and nothing that an earlier cell put down.
const PROBE = `
  const sorted = [5, 1, 4].sort((a, b) => a - b).join("");
  const found = /(?<y>\\d{4})-(\\d\\d)/.exec("on 2024-05-06").groups.y;
  const bytes = new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 })).fill(7).reduce((a, b) => a + b, 0);
  const answer = await tools.callValue("echo", { n: 41 });
  const late = await new Promise((resolve) => setTimeout(resolve, 1, "timer"));
  const left = [Object.keys(Object.prototype).length, Object.keys(Array.prototype).length, typeof globalThis.leaked, typeof Array.prototype.map];
  return [sorted, found, bytes, answer.n, late, (2n ** 70n).toString(), JSON.stringify({ a: [1] }), left];
`;
const PROBED = JSON.stringify(["145", "2024", 56, 41, "timer", "1180591620717411303424", '{"a":[1]}', [0, 0, "undefined", "function"]]);
const PROBES = 2;

async function run({ id, family, code, language, config, expect }) {
  host.inputs.length = 0;
  const before = family === "escape" ? fingerprint() : undefined;
  const stalled = watchLoop();
  // Only what this thread waited after the deadline can have made the answer late.
  let waited;
  const deadline = setTimeout(() => (waited = waitedForProcessor()), config.timeoutMs);
  const started = performance.now();
  const result = await host.exec(code, language, config);
  const ms = performance.now() - started;
  clearTimeout(deadline);
  const unscheduled = waited === undefined ? 0 : waitedForProcessor() - waited;
  const stallMs = stalled();
  if (result.status === "waiting") host.runtime.abortRun(host.ctx);

  const faults = [];
  if (!meets(expect, result)) faults.push(`answer: ${describe(result)}`);
  if (family === "escape") {
    const why = notPlain(result) ?? host.inputs.map(notPlain).find((reason) => reason !== undefined);
    if (why !== undefined) faults.push(`host: got ${why}`);
    const secret = secretIn(result) ?? host.inputs.map(secretIn).find((found) => found !== undefined);
    if (secret !== undefined) faults.push(`host: a guest saw ${JSON.stringify(secret)}`);
    const after = fingerprint();
    const changed = after.findIndex((line, i) => line !== before[i]);
    if (changed >= 0) faults.push(`host: an intrinsic of this process changed: ${difference(before[changed], after[changed])}`);
  }
  for (let i = 0; i < PROBES; i++) {
    const next = await host.exec(PROBE, "javascript", { timeoutMs: 10_000 });
    if (JSON.stringify(next.value) !== PROBED) faults.push(`next cell: ${describe(next)}`);
  }
  return { id, ms, unscheduled, stallMs, faults, verdict: result.code ?? result.status, text: describe(result) };
}

function difference(before, after) {
  const known = new Set(before.split(" "));
  return after.split(" ").filter((part) => !known.has(part)).join(" ").slice(0, 300);
}

function describe(result) {
  const { status, code, error, value } = result;
  let text;
  try {
    text = JSON.stringify({ status, code, error, value });
  } catch (cause) {
    text = `${status} ${code} (${cause.message})`;
  }
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

process.on("message", async (message) => {
  if (message.end) {
    await host.runtime.close();
    process.disconnect(); // and nothing keeps the process: it ends by itself
    return;
  }
  process.send(await run(message.case));
});
// What Node makes on first use is made by now, and counts as no change later.
await host.exec(PROBE, "javascript", { timeoutMs: 10_000 });
void new Request("http://localhost/").signal;
process.send({ ready: true });
