// The process-wide runtime behind the module-level functions.

import { CodeModeError } from "./errors.js";
import { reading } from "./given.js";
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
  return (current ??= new Runtime());
}

/** What the module-level functions need of a runtime. */
const METHODS = ["createTools", "applyCatalog", "addClientTools"] as const;

/**
 * Makes `runtime` the one that the module-level functions act on; `undefined` goes back to one made on first use. The one
 * that was there before is returned, and not closed: a host that wants to be rid of it closes it. None needs to be closed
 * for the process to end.
 *
 * @throws {CodeModeError} `invalid_input` for what is no runtime.
 *
 * @example
 * await setDefaultCodeModeRuntime(undefined)?.close(); // what the module-level functions have left running
 */
export function setDefaultCodeModeRuntime(runtime: CodeModeRuntime | undefined): CodeModeRuntime | undefined {
  const next = runtime ?? undefined;
  if (next !== undefined && !METHODS.every((method) => reading("runtime", () => typeof next[method] === "function"))) {
    throw new CodeModeError("invalid_input", "runtime must be one that createCodeModeRuntime made.");
  }
  const previous = current;
  current = next;
  return previous;
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
