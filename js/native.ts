// Loads the addon, once, when something first needs it. Importing the package never throws.

import { createRequire } from "node:module";
import type * as Addon from "../native.cjs";
import { CodeModeError } from "./errors.js";

export type {
  NativeCatalog,
  NativeConfig,
  NativeHost,
  NativeRuntime,
  NativeSession,
  Refusal,
  ToolSurface,
} from "../native.cjs";

let addon: typeof Addon | undefined;
let missing: CodeModeError | undefined;

/**
 * The addon.
 *
 * @throws {CodeModeError} `runtime_unavailable`, saying which binary is missing.
 */
export function native(): typeof Addon {
  if (addon) return addon;
  if (missing) throw missing;
  try {
    return (addon = createRequire(import.meta.url)("./native.cjs") as typeof Addon);
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`;
    missing = new CodeModeError(
      "runtime_unavailable",
      `code mode runtime is unavailable: the native binary for ${platform} is missing or does not load ` +
        `(package @openclaw/code-mode-${platform}).`,
      { cause },
    );
    throw missing;
  }
}
