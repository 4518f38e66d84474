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

/**
 * Makes the two tools that the model of one agent run gets. They reject with `ToolInputError` for malformed input, where
 * code mode is disabled and for the refusals of `wait`; everything else is in `details`, a `CodeModeResult`, and
 * as JSON text in `content`.
 *
 * @param ctx The agent run; read again with every call.
 *
 * @example
 * const ctx = { config, agentId, sessionId, runId, catalogRef: createToolSearchCatalogRef(), executeTool };
 * const tools = [...ordinaryTools, ...createCodeModeTools(ctx)];
 */
export function createCodeModeTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool] {
  return defaultRuntime().createTools(ctx);
}

/**
 * Moves an agent run's tools into its catalog and says what the model may see: `exec`, `wait` and direct-only tools.
 * `exec`'s description is rewritten for the catalog. Where code mode is off the tools come back as they are; without
 * a control tool among them, or without a scope and a `catalogRef`, nothing is catalogued.
 *
 * @throws {CodeModeError} `runtime_unavailable` or `invalid_config` where code mode is on and cannot run: the run must
 * fail rather than show the model its ordinary tools.
 *
 * @example
 * const { tools: visible } = applyCodeModeCatalog({ ...ctx, tools });
 * assertCodeModeToolSurface(visible.map(({ name }) => name));
 */
export function applyCodeModeCatalog(params: ApplyCatalogParams): AppliedCatalog {
  return defaultRuntime().applyCatalog(params);
}

/**
 * Appends a client's tools (source `client`) to an agent run's catalog; the same tools again replace what they were.
 * Without a catalog, or where code mode is off, they come back unchanged.
 */
export function addClientToolsToCodeModeCatalog(params: ApplyCatalogParams): AddedClientTools {
  return defaultRuntime().addClientTools(params);
}

/** Makes an empty place for an agent run's catalog: `applyCodeModeCatalog` fills it, `exec` reads it. One per run. */
export function createToolSearchCatalogRef(): ToolCatalogRef {
  return {};
}
