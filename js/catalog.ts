// The catalog of one agent run, as far as it holds JavaScript objects: which tool stands behind
// which entry. Ids, order, lookup and search are Rust's.

import { MAX_DESCRIPTION, MAX_NAME, bearable, cut } from "./bounds.js";
import { guarded } from "./config.js";
import { isCodeModeControlTool } from "./control.js";
import { native, type NativeCatalog } from "./native.js";
import type {
  AgentTool,
  CodeModeApiVirtualFile,
  CodeModeRuntimeOptions,
  ToolCatalogEntry,
  ToolCatalogRef,
  ToolCatalogSession,
  ToolClass,
  ToolSource,
} from "./types.js";

/** Tool-search controls: neither visible to the model nor catalogued. */
const TOOL_SEARCH_CONTROLS: ReadonlySet<string> = new Set([
  "tool_search_code",
  "tool_search",
  "tool_describe",
  "tool_call",
]);

/** Whether a tool belongs to the gateway's tool search, which code mode replaces. */
export function isToolSearchControl(tool: AgentTool): boolean {
  return TOOL_SEARCH_CONTROLS.has(tool.name);
}

/** Whether a tool stays visible to the model. */
export function isDirectOnly(tool: AgentTool): boolean {
  return tool.catalogMode === "direct-only";
}

/** The tools that can be read; one that cannot is left out, not the others with it. */
export function readable(tools: readonly AgentTool[]): AgentTool[] {
  return tools.filter((tool) => {
    try {
      if (typeof tool !== "object" || tool === null) return false;
      void tool.catalogMode;
      return typeof tool.name === "string";
    } catch {
      return false;
    }
  });
}

function isCallable(tool: AgentTool): boolean {
  try {
    return typeof tool.execute === "function";
  } catch {
    return false;
  }
}

/** Whether a tool, one that can be read, goes into the catalog. */
export function isCatalogued(tool: AgentTool): boolean {
  return isCallable(tool) && !isCodeModeControlTool(tool) && !isToolSearchControl(tool) && !isDirectOnly(tool);
}

/** A catalog of Rust's and the tools behind its entries. Never changed once made: running cells hold it. */
export interface Catalog {
  readonly native: NativeCatalog;
  /** By the index that nested calls name. */
  readonly tools: readonly (ToolCatalogEntry | undefined)[];
  /** JSON text that `native` was made from. */
  readonly definitions: string;
  /** By id, or in the order that the host gave them. */
  readonly entries: readonly ToolCatalogEntry[];
}

/** What a tool says of itself. */
type Described = Pick<ToolCatalogEntry, "name" | "label" | "description" | "parameters">;

interface Definition {
  readonly described: Described;
  readonly mcp: ToolCatalogEntry["mcp"];
  /** What a call runs. */
  readonly tool: AgentTool;
  /** JSON text, or `null` for a tool that cannot be described. */
  readonly text: string;
}

/** Stands in for a tool that cannot be read or called; the core skips it. */
const UNREADABLE: Definition = { described: { name: "" }, mcp: undefined, tool: {} as AgentTool, text: "null" };

/** Describes a tool; one that cannot be read or called is left out of the catalog, not the others with it. */
function define(from: Described, tool: AgentTool, classOf: Partial<ToolClass>, id?: string): Definition {
  try {
    if (!isCallable(tool)) return UNREADABLE;
    const { name, label, description, parameters } = from;
    const { source, sourceName, mcp } = classOf;
    const text = JSON.stringify({
      id: cut(id, MAX_NAME),
      name: cut(name, MAX_NAME),
      label: cut(label, MAX_NAME),
      description: cut(description, MAX_DESCRIPTION),
      parameters: bearable(parameters),
      source,
      sourceName: cut(sourceName, MAX_NAME),
      mcp: mcp && origin(mcp),
    });
    return { described: { name, label, description, parameters }, mcp, tool, text };
  } catch {
    return UNREADABLE;
  }
}

function origin(mcp: NonNullable<ToolCatalogEntry["mcp"]>): object {
  const { serverName, safeServerName, toolName, operation } = mcp;
  return {
    serverName: cut(serverName, MAX_NAME),
    safeServerName: cut(safeServerName, MAX_NAME),
    toolName: cut(toolName, MAX_NAME),
    operation: cut(operation, MAX_NAME),
  };
}

/**
 * Describes as many as a catalog may hold.
 *
 * @throws {CodeModeError} `invalid_input` for more tools, or longer texts altogether, than that.
 */
function defineEach<T>(from: readonly T[], describe: (one: T) => Definition): Definition[] {
  const within = (characters: number) => guarded(() => native().checkCatalogSize(from.length, characters));
  within(0);
  let characters = 0;
  let asked = 0;
  return from.map((one) => {
    const definition = describe(one);
    characters += definition.text.length;
    if (characters - asked >= ASK_EVERY) within((asked = characters));
    return definition;
  });
}

/** Characters of definitions after which the core is asked whether it takes more. */
const ASK_EVERY = 1 << 20;

/** An entry that the gateway made itself is taken as it is, its id included. */
function taken(entry: ToolCatalogEntry): Definition {
  try {
    return define(entry, entry.tool, entry, entry.id);
  } catch {
    return UNREADABLE;
  }
}

/** Makes the catalog of `definitions`; `previous` lends its native part when they read the same. */
function build(definitions: readonly Definition[], previous: Catalog | undefined): Catalog {
  const text = `[${definitions.map((definition) => definition.text).join(",")}]`;
  const made = previous?.definitions === text ? previous.native : guarded(() => new (native().NativeCatalog)(text));
  const tools: (ToolCatalogEntry | undefined)[] = new Array(definitions.length).fill(undefined);
  const entries: ToolCatalogEntry[] = [];
  const listing = JSON.parse(made.listing()) as [origin: number, id: string, source: ToolSource, owner: string | null][];
  for (const [origin, id, source, owner] of listing) {
    const definition = definitions[origin];
    if (!definition) continue;
    const { described, mcp, tool } = definition;
    const entry: ToolCatalogEntry = { id, name: described.name, source, tool };
    if (described.label !== undefined) entry.label = described.label;
    if (described.description !== undefined) entry.description = described.description;
    if (described.parameters !== undefined) entry.parameters = described.parameters;
    if (owner !== null) entry.sourceName = owner;
    if (mcp !== undefined) entry.mcp = mcp;
    tools[origin] = entry;
    entries.push(entry);
  }
  return { native: made, tools, definitions: text, entries };
}

/** How one run's catalog came about, so that the next attempt of the run can use it again. */
interface Registered {
  readonly tools: readonly AgentTool[];
  readonly hookContext: unknown;
  readonly definitions: readonly Definition[];
  readonly base: Catalog;
  client: readonly Definition[];
  /** The last catalog that had client tools; what reads the same is not built again. */
  full: Catalog | undefined;
}

const registered = new WeakMap<ToolCatalogSession, Registered>();

/** What `classifyTool` and `wrapTool` of a runtime make of tools. */
export type CatalogOptions = Pick<CodeModeRuntimeOptions, "classifyTool" | "wrapTool">;

function defineAll(tools: readonly AgentTool[], options: CatalogOptions, hookContext: unknown): Definition[] {
  const { classifyTool, wrapTool } = options;
  return defineEach(tools, (tool) => define(tool, wrapTool ? wrapTool(tool, hookContext) : tool, classifyTool?.(tool) ?? tool));
}

function defineClient(tools: readonly AgentTool[], options: CatalogOptions, hookContext: unknown): Definition[] {
  const { classifyTool, wrapTool } = options;
  return defineEach(tools, (tool) => {
    const { sourceName } = classifyTool?.(tool) ?? tool;
    const classOf = sourceName === undefined ? { source: "client" as const } : { source: "client" as const, sourceName };
    return define(tool, wrapTool ? wrapTool(tool, hookContext) : tool, classOf);
  });
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Catalogues a run's tools under `ref`. Says whether the same were there already. */
export function register(
  ref: ToolCatalogRef,
  tools: readonly AgentTool[],
  options: CatalogOptions,
  hookContext: unknown,
): { catalog: Catalog; reused: boolean } {
  const session = ref.current;
  const before = session && registered.get(session);
  if (session && before && before.hookContext === hookContext && same(before.tools, tools)) {
    before.client = [];
    adopt(session, before.base);
    return { catalog: before.base, reused: true };
  }
  const definitions = defineAll(tools, options, hookContext);
  const base = build(definitions, before?.base);
  const reused = before !== undefined && base.native === before.base.native;
  const current = session && reused ? session : { entries: base.entries as ToolCatalogEntry[], searchCount: 0, describeCount: 0, callCount: 0 };
  registered.set(current, { tools: [...tools], hookContext, definitions, base, client: [], full: before?.full });
  adopt(current, base);
  ref.current = current;
  return { catalog: base, reused };
}

/** Appends client tools to what is registered under `ref`; `undefined` where nothing is. */
export function append(
  ref: ToolCatalogRef,
  tools: readonly AgentTool[],
  options: CatalogOptions,
  hookContext: unknown,
): Catalog | undefined {
  const session = ref.current;
  if (!session) return undefined;
  const present = catalogOf(session);
  let state = registered.get(session);
  if (!state) {
    const definitions = defineEach(present.entries, taken);
    state = { tools: [], hookContext, definitions, base: present, client: [], full: undefined };
    registered.set(session, state);
  }
  const added = defineClient(tools, options, hookContext);
  // The same client tools again replace what they were, they are not doubled.
  const texts = new Set(added.map((definition) => definition.text));
  const client = [...state.client.filter((definition) => !texts.has(definition.text)), ...added];
  // Refused when it is too much together: what was there stays.
  state.full = build([...state.definitions, ...client], state.full);
  state.client = client;
  adopt(session, state.full);
  return state.full;
}

// Which catalog an entries array stands for, with what it held then: hosts may change it in place.
interface Adopted {
  readonly held: readonly ToolCatalogEntry[];
  readonly catalog: Catalog;
}
const adopted = new WeakMap<readonly ToolCatalogEntry[], Adopted>();

function adopt(session: ToolCatalogSession, catalog: Catalog): void {
  // A host that changes the array is noticed by the next cell.
  session.entries = catalog.entries as ToolCatalogEntry[];
  remember(catalog.entries, catalog);
}

function remember(entries: readonly ToolCatalogEntry[], catalog: Catalog): void {
  if (adopted.get(entries)?.catalog !== catalog) adopted.set(entries, { held: [...entries], catalog });
}

/**
 * The catalog of entries that someone else may have filled in. Entries that were added, removed,
 * moved or replaced since the last time are noticed: comparing thousands takes microseconds. An entry
 * that is changed in place is not.
 */
export function catalogOfEntries(entries: readonly ToolCatalogEntry[]): Catalog {
  const known = adopted.get(entries);
  if (known && same(known.held, entries)) return known.catalog;
  const made = build(defineEach(entries, taken), known?.catalog);
  // By index the host's own entries, not copies: a call runs what the host put there.
  const catalog: Catalog = { ...made, tools: entries.map((entry, index) => made.tools[index] && entry), entries };
  remember(entries, catalog);
  return catalog;
}

/** The catalog of a session. */
export function catalogOf(session: ToolCatalogSession): Catalog {
  return catalogOfEntries(session.entries);
}

/** The catalog that a reference holds; an empty one if it holds none. */
export function catalogOfRef(ref: ToolCatalogRef | undefined): Catalog {
  return ref?.current ? catalogOf(ref.current) : emptyCatalog();
}

/**
 * Renders the declaration files that cells read with `API.read(path)`: `mcp/index.d.ts`, one file per MCP
 * server, `tools/index.d.ts` and one file per other tool.
 *
 * @param catalog Entries, a session or a reference to one.
 */
export function createCodeModeApiVirtualFiles(
  catalog: readonly ToolCatalogEntry[] | ToolCatalogSession | ToolCatalogRef = [],
): CodeModeApiVirtualFile[] {
  const made = catalogFrom(catalog);
  return JSON.parse(guarded(() => made.native.apiFiles())) as CodeModeApiVirtualFile[];
}

/** A catalog in any of the forms in which hosts hand it over. */
export function catalogFrom(given: readonly ToolCatalogEntry[] | ToolCatalogSession | ToolCatalogRef): Catalog {
  if (Array.isArray(given)) return catalogOfEntries(given as readonly ToolCatalogEntry[]);
  if ("entries" in given) return catalogOf(given as ToolCatalogSession);
  return catalogOfRef(given as ToolCatalogRef);
}

let none: Catalog | undefined;

/** The catalog of a run that has none. */
export function emptyCatalog(): Catalog {
  return (none ??= build([], undefined));
}
