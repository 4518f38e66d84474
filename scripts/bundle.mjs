// Makes index.js and index.d.ts from js/. Both are committed: they are what the package is.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
const notice = "// Generated from js/ by `npm run build`; changes here are lost.\n";

await build({
  absWorkingDir: root,
  entryPoints: ["js/index.ts"],
  outfile: "index.js",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  charset: "utf8",
  external: ["./native.cjs"],
  banner: { js: notice },
});

const types = await rollup({ input: `${root}js/index.ts`, plugins: [dts()], external: [/native\.cjs$/] });
try {
  await types.write({ file: `${root}index.d.ts`, format: "es" });
} finally {
  await types.close();
}
const written = await readFile(`${root}index.d.ts`, "utf8");
await writeFile(`${root}index.d.ts`, `${notice}${written}`);
