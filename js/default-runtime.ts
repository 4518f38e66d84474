// The process-wide runtime behind the module-level functions.

import { Runtime } from "./runtime.js";
import type {
  AddedClientTools,
  AppliedCatalog,
  ApplyCatalogParams,
  CodeModeContext,
  CodeModeRuntime,
  CodeModeTool,
  ToolCatalogRef,
} from "./types.js";

let current: CodeModeRuntime | undefined;

/** The default runtime, made on first use. */
export function defaultRuntime(): CodeModeRuntime {
  return (current ??= new Runtime({}));
}

/**
 * Makes `runtime` the one that the module-level functions act on; `undefined` goes back to one made
 * on first use. The one that was there before is not closed.
 */
export function setDefaultCodeModeRuntime(runtime: CodeModeRuntime | undefined): void {
  current = runtime;
}

/** The two tools for one agent run. */
export function createCodeModeTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool] {
  return defaultRuntime().createTools(ctx);
}

/** Moves an agent run's tools into its catalog and says what the model may see. */
export function applyCodeModeCatalog(params: ApplyCatalogParams): AppliedCatalog {
  return defaultRuntime().applyCatalog(params);
}

/** Appends client tools to an agent run's catalog. */
export function addClientToolsToCodeModeCatalog(params: ApplyCatalogParams): AddedClientTools {
  return defaultRuntime().addClientTools(params);
}

/** An empty place for an agent run's catalog. */
export function createToolSearchCatalogRef(): ToolCatalogRef {
  return {};
}
