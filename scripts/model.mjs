// `npm run model [-- part-of-a-name]`: the concurrent parts of the core, compiled with a model checker's locks, in every
// order in which their threads can come (models/src/lib.rs). Prints how many orders there were.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const { status } = spawnSync("cargo", ["test", "--lib", "--", "--test-threads", "1", "--nocapture", ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("../models", import.meta.url)),
  stdio: "inherit",
  // Its own folder also when the core's is somewhere else: nothing of the two is shared.
  env: { ...process.env, CARGO_TARGET_DIR: process.env.MODEL_TARGET_DIR ?? "target" },
});
process.exit(status ?? 1);
