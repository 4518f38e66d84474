// The catalog of one agent run, as far as it holds JavaScript objects: which tool stands behind
// which entry. Ids, order, lookup and search are Rust's.

import { guarded } from "./config.js";
import { classOfClient, defineAll, defineEach, skippedOf, taken, type CatalogOptions, type Definition } from "./definitions.js";
import { arrayOf, objectOf, reading } from "./given.js";
import { native, type NativeCatalog } from "./native.js";
import type {
  AgentTool,
  CodeModeApiVirtualFile,
  SkippedTool,
  ToolCatalogEntry,
  ToolCatalogRef,
  ToolCatalogSession,
  ToolSource,
} from "./types.js";

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

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Catalogues a run's tools under `ref`. Says whether the same were there already. */
export function register(
  ref: ToolCatalogRef,
  tools: readonly AgentTool[],
  options: CatalogOptions,
  hookContext: unknown,
): { catalog: Catalog; reused: boolean; skipped: SkippedTool[] } {
  const session = sessionOf(ref);
  const before = session && registered.get(session);
  if (session && before && before.hookContext === hookContext && same(before.tools, tools)) {
    before.client = [];
    adopt(session, before.base);
    return { catalog: before.base, reused: true, skipped: skippedOf(before.definitions) };
  }
  const definitions = defineAll(tools, options, hookContext);
  const base = build(definitions, before?.base);
  const reused = before !== undefined && base.native === before.base.native;
  const current = session && reused ? session : { entries: base.entries as ToolCatalogEntry[], searchCount: 0, describeCount: 0, callCount: 0 };
  registered.set(current, { tools: [...tools], hookContext, definitions, base, client: [], full: before?.full });
  adopt(current, base);
  reading("catalogRef", () => (ref.current = current));
  return { catalog: base, reused, skipped: skippedOf(definitions) };
}

/** Appends client tools to what is registered under `ref`; `undefined` where nothing is. */
export function append(
  ref: ToolCatalogRef,
  tools: readonly AgentTool[],
  options: CatalogOptions,
  hookContext: unknown,
): { catalog: Catalog; skipped: SkippedTool[] } | undefined {
  const session = sessionOf(ref);
  if (!session) return undefined;
  const present = catalogOf(session);
  let state = registered.get(session);
  if (!state) {
    const definitions = defineEach(present.entries, taken);
    state = { tools: [], hookContext, definitions, base: present, client: [], full: undefined };
    registered.set(session, state);
  }
  const added = defineAll(tools, options, hookContext, classOfClient);
  // The same client tools again replace what they were, they are not doubled.
  const texts = new Set(added.map((definition) => definition.text));
  const client = [...state.client.filter((definition) => !texts.has(definition.text)), ...added];
  // Refused when it is too much together: what was there stays.
  state.full = build([...state.definitions, ...client], state.full);
  state.client = client;
  adopt(session, state.full);
  return { catalog: state.full, skipped: skippedOf(added) };
}

/** What a reference holds, which a host may have put there. */
function sessionOf(ref: ToolCatalogRef): ToolCatalogSession | undefined {
  const session = ref.current;
  return session === undefined || session === null ? undefined : objectOf("catalogRef.current", session);
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
  const known = adopted.get(arrayOf("entries of a catalog", entries));
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
  return reading("catalog", () => {
    if (Array.isArray(given)) return catalogOfEntries(given as readonly ToolCatalogEntry[]);
    const held = objectOf("catalog", given);
    if ("entries" in held) return catalogOf(held as ToolCatalogSession);
    const session = sessionOf(held as ToolCatalogRef);
    return session ? catalogOf(session) : emptyCatalog();
  });
}

let none: Catalog | undefined;

/** The catalog of a run that has none. */
export function emptyCatalog(): Catalog {
  return (none ??= build([], undefined));
}
