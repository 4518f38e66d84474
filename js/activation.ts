// What becomes of an agent run's tools: which the model sees, which go into the catalog, and which into neither.

import { append, register } from "./catalog.js";
import type { ResolvedConfig } from "./config.js";
import type { Contexts } from "./contexts.js";
import { CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME, isCodeModeControlTool } from "./control.js";
import { isCallable, isDirectOnly, isToolSearchControl, NOT_CALLABLE, readable, type CatalogOptions } from "./definitions.js";
import { arrayOf } from "./given.js";
import { namespaceContext } from "./namespaces/visible.js";
import { describeExec } from "./tools.js";
import type { AddedClientTools, AgentTool, AppliedCatalog, ApplyCatalogParams, SkippedTool } from "./types.js";

/** See `CodeModeRuntime.applyCatalog`; `config` is the run's, where code mode is on. */
export function applyCatalog(
  contexts: Contexts,
  options: CatalogOptions,
  params: ApplyCatalogParams,
  config: ResolvedConfig | undefined,
): AppliedCatalog {
  const unchanged = { compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false };
  if (!config) return { tools: params.tools, ...unchanged };
  const { tools, skipped } = readable(arrayOf("tools", params.tools));
  const ref = contexts.refOf(params, true);
  if (!ref || !tools.some(isCodeModeControlTool)) {
    return { tools: tools.filter((tool) => !isToolSearchControl(tool)), ...unchanged };
  }
  const { catalog, reused, skipped: unusable } = register(ref, catalogued(tools, skipped), options, params.toolHookContext);
  const visible = [
    control(tools, CODE_MODE_EXEC_TOOL_NAME),
    control(tools, CODE_MODE_WAIT_TOOL_NAME),
    ...tools.filter((tool) => isDirectOnly(tool) && !isCodeModeControlTool(tool) && !isToolSearchControl(tool)),
  ].filter((tool) => tool !== undefined);
  return {
    tools: visible.map((tool) => describeExec(tool, catalog, config, namespaceContext(params))),
    compacted: catalog.entries.length > 0,
    catalogToolCount: catalog.entries.length,
    catalogRegistered: true,
    catalogReused: reused,
    ...named([...skipped, ...unusable]),
  };
}

/** See `CodeModeRuntime.addClientTools`. */
export function addClientTools(
  contexts: Contexts,
  options: CatalogOptions,
  params: ApplyCatalogParams,
  config: ResolvedConfig | undefined,
): AddedClientTools {
  const unchanged = { tools: params.tools, compacted: false, catalogToolCount: 0 };
  if (!config) return unchanged;
  const { tools, skipped } = readable(arrayOf("tools", params.tools));
  const ref = contexts.refOf(params, false);
  const client = catalogued(tools, skipped);
  const added = ref && append(ref, client, options, params.toolHookContext);
  if (!added) return unchanged;
  return {
    tools: tools.filter(isDirectOnly),
    compacted: client.length > 0,
    catalogToolCount: added.catalog.entries.length,
    ...named([...skipped, ...added.skipped]),
  };
}

/** The tools that go into the catalog; those that nobody could call are noted in `skipped`. */
function catalogued(tools: readonly AgentTool[], skipped: SkippedTool[]): AgentTool[] {
  return tools.filter((tool) => {
    if (isCodeModeControlTool(tool) || isToolSearchControl(tool) || isDirectOnly(tool)) return false;
    if (isCallable(tool)) return true;
    skipped.push({ name: tool.name, reason: NOT_CALLABLE });
    return false;
  });
}

/** Only a run that has any reads of them. */
function named(skipped: SkippedTool[]): { skipped?: SkippedTool[] } {
  return skipped.length > 0 ? { skipped } : {};
}

function control(tools: readonly AgentTool[], name: string): AgentTool | undefined {
  return tools.find((tool) => isCodeModeControlTool(tool) && tool.name === name);
}
