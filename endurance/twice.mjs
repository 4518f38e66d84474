// Two copies of the package and of its binary in one process: each has its own threads, slots and signal.

import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { agentRun, check, many, root, scaled } from "./support.mjs";
import * as ours from "../index.js";

const folder = await mkdtemp(join(tmpdir(), "code-mode-twice-"));
try {
  const files = (await readdir(root)).filter((name) => /^(index\.js|native\.cjs|package\.json|.*\.node)$/.test(name));
  for (const name of files) await cp(join(root, name), join(folder, name));
  // Set, it names one binary for both.
  delete process.env.NAPI_RS_NATIVE_LIBRARY_PATH;
  const other = await import(pathToFileURL(join(folder, "index.js")).href);
  const runs = [agentRun({ config: { timeoutMs: 200 } }), agentRun({ pkg: other, config: { timeoutMs: 200 } })];
  check(ours.createCodeModeRuntime !== other.createCodeModeRuntime, "it is a second copy");
  // The second copy has slots of its own, which is only so when its binary is a second one, too.
  await runs[0].exec("return 1");
  check(runs[1].runtime.stats().slots === 0, "the second copy has a pool of its own");

  let killed = 0;
  await many(scaled(400), 6, async (i) => {
    const run = runs[i % 2];
    const hostile = i % 5 === 0;
    const result = await run.exec(hostile ? (i % 2 ? "for (;;);" : "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })") : `return (await tools.echo({ i: ${i} })).result.details.i`);
    if (hostile) {
      check(result.code === "timeout", result);
      killed++;
    } else {
      check(result.status === "completed" ? result.value === i : result.code === "timeout", result);
    }
  });
  console.log(`two copies: ${scaled(400)} cells, ${killed} of them stopped`);
  for (const run of runs) await run.runtime.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
