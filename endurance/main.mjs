// `npm run endurance [-- --scale 0.1] [-- --only soak]`: every part in a process of its own; figures are printed.
//
// V8's young generation is kept small: left alone it grows with use, which hides whether anything of ours does.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const parts = ["exits", "twice", "scarce", "threads", "fire", "soak"];
const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const only = argument("--only");
const scale = argument("--scale") ?? "1";

let failed = 0;
for (const part of parts) {
  if (only && only !== part) continue;
  console.log(`\n== ${part}`);
  const started = Date.now();
  const file = fileURLToPath(new URL(`${part}.mjs`, import.meta.url));
  const { status, signal } = spawnSync(process.execPath, ["--expose-gc", "--max-semi-space-size=2", file, "--scale", scale], { stdio: "inherit" });
  const good = status === 0;
  if (!good) failed++;
  console.log(`== ${part}: ${good ? "ok" : `FAILED (${signal ?? `exit status ${status}`})`}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
process.exit(failed ? 1 : 0);
