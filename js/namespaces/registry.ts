// The plugin namespaces of this process. The registry hangs on `globalThis`, so that every copy of the
// package uses the same one. The rules and their messages are Rust's.

import { guarded } from "../config.js";
import { CodeModeError } from "../errors.js";
import { functionOrNothing, reading } from "../given.js";
import { native } from "../native.js";
import type {
  CodeModeNamespaceInputMapper,
  CodeModeNamespaceRegistration,
  CodeModeNamespaceToolCall,
  RegisteredCodeModeNamespace,
} from "../types.js";

const REGISTRY = Symbol.for("openclaw.codeMode.namespaces");
const TOOL_CALL = Symbol.for("openclaw.codeMode.namespaceToolCall");

/** What hangs on `globalThis`; other copies of the package, older ones too, read and write it. */
interface Registry {
  registrations: Map<string, RegisteredCodeModeNamespace>;
}

function registrations(): Map<string, RegisteredCodeModeNamespace> {
  const holder = globalThis as { [REGISTRY]?: Registry };
  const there = holder[REGISTRY]?.registrations;
  if (typeof there?.get === "function") return there;
  const made: Registry = { registrations: new Map() };
  Object.defineProperty(globalThis, REGISTRY, { value: made, configurable: true, writable: true });
  return made.registrations;
}

/** Runs a check of Rust's. Where there is no addon no cell runs either: a plugin must load all the same. */
function checked(check: () => void): void {
  try {
    guarded(check);
  } catch (error) {
    if (error instanceof CodeModeError && error.code === "runtime_unavailable") return;
    throw error;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Registers a namespace of a plugin: a global in the cells of every agent run that has all of the
 * namespace's tools, each of them owned by this plugin.
 *
 * @param pluginId Who registers; the tools' `sourceName` must be the same.
 * @throws {CodeModeError} `invalid_input`, saying which rule the registration breaks.
 *
 * @example
 * registerCodeModeNamespaceForPlugin("github", {
 *   id: "github-issues",
 *   globalName: "Issues",
 *   description: "Issues of the current repository.",
 *   prompt: "Issues.list(params), Issues.update(number, patch).",
 *   requiredToolNames: ["github_list_issues", "github_update_issue"],
 *   createScope: () => ({
 *     list: createCodeModeNamespaceTool("github_list_issues"),
 *     update: createCodeModeNamespaceTool("github_update_issue", ([number, patch]) => ({ number, patch })),
 *   }),
 * });
 */
export function registerCodeModeNamespaceForPlugin(pluginId: string, registration: CodeModeNamespaceRegistration): void {
  const there = registrations();
  // Read once: what was checked is what is stored.
  const { id, globalName, description, prompt, createScope, names } = reading("Code mode namespace registration", () => {
    const { id, globalName, description, prompt, requiredToolNames, createScope } = registration ?? {};
    const names: string[] = Array.isArray(requiredToolNames) ? requiredToolNames.map(text) : [];
    return { id, globalName, description, prompt, createScope, names };
  });
  const own = {
    pluginId: text(pluginId).trim(),
    id: text(id).trim(),
    globalName: text(globalName).trim(),
    requiredToolNames: names.map((name) => name.trim()),
  };
  checked(() =>
    native().checkNamespace(
      { ...own, createScopeIsFunction: typeof createScope === "function", isGlobal: own.globalName in globalThis },
      [...there.values()].map((other) => ({ id: text(other.id), globalName: text(other.globalName) })),
    ),
  );
  there.set(own.id, {
    ...own,
    requiredToolNames: [...new Set(own.requiredToolNames)],
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof prompt === "string" || typeof prompt === "function" ? { prompt } : {}),
    // Called on the registration, whose `this` a class-based plugin may rely on.
    createScope: (ctx) => createScope.call(registration, ctx),
  });
}

/** All registered namespaces, by id. */
export function listCodeModeNamespaces(): RegisteredCodeModeNamespace[] {
  return [...registrations().values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether any plugin has registered a namespace: asked for every cell. */
export function hasNamespaces(): boolean {
  return registrations().size > 0;
}

/**
 * Removes every namespace of a plugin: to be called when the plugin is disabled, uninstalled or
 * rolled back. Cells that are under way keep what they have.
 */
export function clearCodeModeNamespacesForPlugin(pluginId: string): void {
  const there = registrations();
  const owner = text(pluginId).trim();
  for (const [id, registration] of [...there]) {
    if (registration.pluginId === owner) there.delete(id);
  }
}

/** Removes every namespace of every plugin, so that tests do not see each other's. */
export function clearCodeModeNamespacesForTest(): void {
  registrations().clear();
}

/**
 * Makes the marker that stands, in what `createScope` returns, for a function of the guest.
 *
 * @param toolName Name of the tool that a call runs; one of the namespace's `requiredToolNames`.
 * @param inputMapper Makes the tool's input of the guest's arguments; may be async. Without one it is the
 * first argument, or `{}`.
 * @throws {CodeModeError} `invalid_input` for a name without a character, and for a mapper that is no function.
 */
export function createCodeModeNamespaceTool(
  toolName: string,
  inputMapper?: CodeModeNamespaceInputMapper,
): CodeModeNamespaceToolCall {
  const name = text(toolName).trim();
  if (name === "") checked(() => native().checkNamespaceTool(name));
  const marker: Record<PropertyKey, unknown> = { [TOOL_CALL]: true, toolName: name };
  const mapper = functionOrNothing("Code mode namespace inputMapper", inputMapper);
  if (mapper) marker.input = mapper;
  return Object.freeze(marker) as unknown as CodeModeNamespaceToolCall;
}

/** The value as a marker, if that is what it is. */
export function markerOf(value: object): CodeModeNamespaceToolCall | undefined {
  if ((value as Record<symbol, unknown>)[TOOL_CALL] !== true) return undefined;
  const { toolName, input } = value as Partial<CodeModeNamespaceToolCall>;
  if (typeof toolName !== "string") return undefined;
  return { toolName, ...(typeof input === "function" ? { input } : {}) };
}
