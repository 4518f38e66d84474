/**
 * Code mode: the model writes programs instead of calling tools one by one.
 *
 * A gateway replaces an agent run's tools by two, `exec` and `wait` (`applyCodeModeCatalog`); the rest goes into a
 * catalog that the programs use. What runs them is a native engine on threads of its own: hostile programs are
 * stopped, and the event loop never waits for one.
 *
 * Times are milliseconds and sizes bytes unless a name says otherwise. Functions throw `CodeModeError` with a `code`
 * where something other than a program is wrong; what becomes of a program is said in its result.
 *
 * @module
 */

export { createCodeModeApiVirtualFiles } from "./catalog.js";
export { resolveCodeModeConfig } from "./config.js";
export {
  CODE_MODE_EXEC_TOOL_NAME,
  CODE_MODE_WAIT_TOOL_NAME,
  isCodeModeControlTool,
  markCodeModeControlTool,
} from "./control.js";
export {
  addClientToolsToCodeModeCatalog,
  applyCodeModeCatalog,
  createCodeModeTools,
  createToolSearchCatalogRef,
  setDefaultCodeModeRuntime,
} from "./default-runtime.js";
export { CodeModeError, ToolInputError } from "./errors.js";
export { createCodeModeExecutor } from "./executor.js";
export {
  CODE_MODE_EXEC_TOOL_KIND,
  getCodeModeExecBeforeHookMetadata,
  getCodeModeExecBeforeHookMetadataForToolKind,
  normalizeCodeModeExecBeforeHookParams,
  normalizeCodeModeExecBeforeHookParamsForToolKind,
  reconcileCodeModeExecBeforeHookParams,
  type CodeModeExecHookMetadata,
} from "./hooks.js";
export {
  clearCodeModeNamespacesForPlugin,
  clearCodeModeNamespacesForTest,
  createCodeModeNamespaceTool,
  listCodeModeNamespaces,
  registerCodeModeNamespaceForPlugin,
} from "./namespaces/registry.js";
export { createCodeModeNamespaceRuntime, describeCodeModeNamespacesForPrompt } from "./namespaces/visible.js";
export { createCodeModeRuntime } from "./runtime.js";
export { assertCodeModeToolSurface } from "./tools.js";
export { projectNestedToolCalls } from "./trajectory.js";
export type * from "./types.js";
