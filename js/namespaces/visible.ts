// The namespaces of one agent run: which are visible, what the prompt says of them, and their scopes
// for one cell.

import { catalogFrom, type Catalog } from "../catalog.js";
import { CodeModeError, describeThrown, isCodeModeError } from "../errors.js";
import { guarded } from "../config.js";
import { arrayOf, objectOrNothing, reading, text } from "../given.js";
import { native } from "../native.js";
import type {
  CodeModeContext,
  CodeModeNamespaceContext,
  CodeModeNamespaceDescriptor,
  CodeModeNamespaceRuntime,
  CodeModeNamespaceToolCall,
  RegisteredCodeModeNamespace,
  ToolCatalogEntry,
  ToolCatalogRef,
  ToolCatalogSession,
} from "../types.js";
import { hasNamespaces, listCodeModeNamespaces } from "./registry.js";
import { walkScope } from "./scope.js";

const NONE: readonly RegisteredCodeModeNamespace[] = [];

// Registrations are replaced, never changed: a catalog's answer holds for as long as both are the same.
const answers = new WeakMap<Catalog, WeakMap<RegisteredCodeModeNamespace, boolean>>();

/** The namespaces whose tools the catalog has, by id. */
export function visibleNamespaces(catalog: Catalog): readonly RegisteredCodeModeNamespace[] {
  if (!hasNamespaces() || catalog.entries.length === 0) return NONE;
  const seen = answers.get(catalog) ?? new WeakMap<RegisteredCodeModeNamespace, boolean>();
  answers.set(catalog, seen);
  return listCodeModeNamespaces().filter((registration) => {
    const known = seen.get(registration);
    if (known !== undefined) return known;
    const { pluginId, requiredToolNames } = registration;
    const visible = native().namespaceIsVisible(catalog.native, pluginId, [...requiredToolNames]);
    seen.set(registration, visible);
    return visible;
  });
}

/** What namespaces are told of the agent run: a copy, which they may do with what they like. */
export function namespaceContext(ctx: CodeModeContext): CodeModeNamespaceContext {
  const { config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef, abortSignal } = ctx;
  return { config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef, abortSignal };
}

interface Shown {
  globalName: string;
  description?: string;
  prompt?: string;
}

/** The visible namespaces as the prompt shows them. */
export function shownNamespaces(catalog: Catalog, ctx: CodeModeNamespaceContext): Shown[] {
  return visibleNamespaces(catalog).map((registration) => {
    const shown: Shown = { globalName: registration.globalName };
    if (typeof registration.description === "string") shown.description = registration.description;
    const prompt = promptOf(registration, ctx);
    if (prompt !== undefined) shown.prompt = prompt;
    return shown;
  });
}

/** A prompt that cannot be made is left out: the namespace works without it. */
function promptOf({ prompt }: RegisteredCodeModeNamespace, ctx: CodeModeNamespaceContext): string | undefined {
  try {
    const made: unknown = typeof prompt === "function" ? prompt(ctx) : prompt;
    return typeof made === "string" ? made : undefined;
  } catch {
    return undefined;
  }
}

/** The scopes of one cell, serialised. */
export interface CellNamespaces {
  /** JSON text, as the core reads it. */
  readonly wire: string;
  readonly descriptors: CodeModeNamespaceDescriptor[];
  /** The marker behind a call. */
  marker(namespaceId: string, path: readonly string[]): CodeModeNamespaceToolCall | undefined;
}

/**
 * Calls `createScope` of every namespace and serialises what they return.
 *
 * @throws {CodeModeError} `invalid_input`; the first by id where several fail.
 */
export async function buildScopes(
  registrations: readonly RegisteredCodeModeNamespace[],
  ctx: CodeModeNamespaceContext,
): Promise<CellNamespaces> {
  const built = await Promise.allSettled(registrations.map((registration) => buildScope(registration, { ...ctx })));
  const calls = new Map<string, Map<string, CodeModeNamespaceToolCall>>();
  const descriptors: CodeModeNamespaceDescriptor[] = [];
  const wire: object[] = [];
  built.forEach((outcome, index) => {
    if (outcome.status === "rejected") {
      const { id, pluginId } = registrations[index] as RegisteredCodeModeNamespace;
      if (isCodeModeError(outcome.reason)) outcome.reason.detail = `namespace "${id}" of plugin "${pluginId}"`;
      throw outcome.reason;
    }
    const { id, pluginId, globalName, description, requiredToolNames } = registrations[index] as RegisteredCodeModeNamespace;
    const { scope, calls: own } = outcome.value;
    calls.set(id, own);
    descriptors.push({ id, globalName, ...(description === undefined ? {} : { description }), scope });
    wire.push({ id, pluginId, globalName, tools: requiredToolNames, scope });
  });
  return {
    wire: JSON.stringify(wire),
    descriptors,
    marker: (namespaceId, path) => calls.get(namespaceId)?.get(JSON.stringify(path)),
  };
}

async function buildScope(registration: RegisteredCodeModeNamespace, ctx: CodeModeNamespaceContext) {
  let scope: unknown;
  try {
    scope = await registration.createScope(ctx);
  } catch (thrown) {
    const { message } = describeThrown(thrown);
    throw new CodeModeError("invalid_input", `Code mode namespace "${registration.id}" createScope failed: ${message}`);
  }
  return walkScope(registration.id, scope);
}

/** The input of the tool that a namespace call stands for. */
export async function mapInput(marker: CodeModeNamespaceToolCall | undefined, args: unknown[]): Promise<unknown> {
  const input = marker?.input ? await marker.input(args) : args[0];
  return input ?? {};
}

/** What hosts hand over as a catalog. */
type AnyCatalog = readonly ToolCatalogEntry[] | ToolCatalogSession | ToolCatalogRef;

/**
 * The namespaces' part of `exec`'s description, as `applyCodeModeCatalog` puts it there.
 *
 * @param catalog The run's catalog; `ctx.catalogRef` when left out.
 * @returns Empty when no namespace is visible and there is no MCP server.
 */
export function describeCodeModeNamespacesForPrompt(ctx: CodeModeNamespaceContext, catalog?: AnyCatalog): string {
  return reading("ctx", () => {
    const context = namespaceContext(objectOrNothing("ctx", ctx));
    const from = catalog ?? context.catalogRef;
    if (!from) return "";
    const made = catalogFrom(from);
    return guarded(() => native().describeNamespaces(made.native, shownNamespaces(made, context)));
  });
}

/**
 * Builds the visible namespaces of an agent run for a host that carries their calls itself; cells
 * that run through this package need none of this.
 *
 * @param ctx Handed to every `createScope`.
 * @param catalog The run's catalog: entries, a session or a reference to one.
 * @returns The serialised scopes, and `invoke`, which checks a call against them, maps its arguments and
 * hands the tool to `executeTool`; it resolves to the result's `details`, or the result, as JSON.
 * @throws {CodeModeError} `invalid_input` for a scope that breaks a rule; `invoke` rejects with one for a
 * forged id or path.
 */
export async function createCodeModeNamespaceRuntime(
  ctx: CodeModeNamespaceContext,
  catalog: AnyCatalog = [],
): Promise<CodeModeNamespaceRuntime> {
  const made = catalogFrom(catalog);
  const registrations = visibleNamespaces(made);
  const built = await buildScopes(registrations, reading("ctx", () => namespaceContext(objectOrNothing("ctx", ctx))));
  const scopes = guarded(() => new (native().NativeScopes)(built.wire));
  return {
    descriptors: built.descriptors,
    async invoke(namespaceId, path, args, executeTool) {
      const segments = reading("path", () => arrayOf("path", path).map(String));
      if (typeof executeTool !== "function") throw new CodeModeError("invalid_input", "executeTool must be a function.");
      const origin = guarded(() => scopes.target(made.native, text(namespaceId) ?? "", segments));
      const entry = made.tools[origin] as ToolCatalogEntry;
      const { pluginId } = registrations.find(({ id }) => id === namespaceId) as RegisteredCodeModeNamespace;
      const input = await mapInput(built.marker(namespaceId, segments), [...arrayOf("args", args)]);
      const result = await executeTool({ pluginId, toolName: entry.name, input, namespaceId, path: segments, entry });
      return JSON.parse(JSON.stringify(detailsOf(result)) ?? "null") as unknown;
    },
  };
}

function detailsOf(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const { details, content } = result as { details?: unknown; content?: unknown };
  if (details === undefined || details === null) return result;
  // Empty details must not hide content, for the guest neither.
  const empty = typeof details === "object" && !Array.isArray(details) && Object.keys(details).length === 0;
  return empty && content !== undefined && content !== null ? result : details;
}
