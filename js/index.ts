/**
 * Code mode: the model writes programs instead of calling tools one by one.
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
