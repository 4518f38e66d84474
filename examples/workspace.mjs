// The scratch folder: a copy of this package's own sources to work on, and room for reports.

import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

export async function makeWorkspace() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "code-mode-example-")));
  for (const folder of ["src", "js"]) await cp(join(PACKAGE, folder), join(root, "project", folder), { recursive: true });
  for (const folder of ["reports", "desk"]) await mkdir(join(root, folder));
  return {
    root,
    /** The absolute path of a file of the workspace; throws for anything outside. */
    inside(path) {
      if (typeof path !== "string") throw new Error("path must be a string");
      const absolute = resolve(root, path);
      if (absolute !== root && !absolute.startsWith(root + sep)) throw new Error(`outside the workspace: ${path}`);
      return absolute;
    },
    /** The way tools name a file: relative, with forward slashes. */
    name: (absolute) => relative(root, absolute).split(sep).join("/"),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
