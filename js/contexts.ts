// What the contexts of agent runs stand for: a configuration, a scope and a catalog, remembered until one of them changes.

import { catalogOf, emptyCatalog, type Catalog } from "./catalog.js";
import { isSwitchedOn, resolve, type ResolvedConfig } from "./config.js";
import { CodeModeError, isObject } from "./errors.js";
import { nameOrNothing } from "./given.js";
import { native, type NativeSession } from "./native.js";
import type { CodeModeContext, CodeModeScope, ToolCatalogRef } from "./types.js";

/** Catalogs kept for runs that bring no `catalogRef`; the longest unused goes first. */
const MAX_SCOPED_CATALOGS = 256;

/** Where a configuration comes from. */
export type ConfigSource = Pick<CodeModeContext, "runtimeConfig" | "config" | "agentId">;

/** What one context stands for, until it or what it points at changes. */
export interface Binding {
  readonly agentId: string | undefined;
  readonly sessionId: string | undefined;
  readonly sessionKey: string | undefined;
  readonly runId: string | undefined;
  readonly config: ResolvedConfig;
  readonly catalog: Catalog;
  readonly session: NativeSession;
}

/** The contexts that one runtime has seen. */
export class Contexts {
  private readonly bindings = new WeakMap<CodeModeContext, Binding>();
  private readonly scoped = new Map<string, ToolCatalogRef>();

  /** `config` and `agentId` count where a context brings none. */
  constructor(private readonly defaults: { readonly config: unknown; readonly agentId: string | undefined }) {}

  configFor(from: ConfigSource): ResolvedConfig {
    return resolve(...this.rawConfig(from));
  }

  /** The configuration, if code mode is on; fails closed where it is on and there is no addon. */
  enabledConfig(from: ConfigSource): ResolvedConfig | undefined {
    try {
      const config = this.configFor(from);
      return config.enabled ? config : undefined;
    } catch (error) {
      const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
      if (unavailable && !isSwitchedOn(...this.rawConfig(from))) return undefined;
      throw error;
    }
  }

  private rawConfig(from: ConfigSource): [config: unknown, agentId: string | undefined] {
    return [from.runtimeConfig ?? from.config ?? this.defaults.config, nameOrNothing("agentId", from.agentId) ?? this.defaults.agentId];
  }

  /** What an `exec` or `wait` of this context works with. */
  bind(ctx: CodeModeContext): Binding {
    const raw = this.rawConfig(ctx);
    const agentId = nameOrNothing("agentId", ctx.agentId);
    const sessionId = nameOrNothing("sessionId", ctx.sessionId);
    const sessionKey = nameOrNothing("sessionKey", ctx.sessionKey);
    const runId = nameOrNothing("runId", ctx.runId);
    const catalog = this.catalogFor(ctx);
    const known = this.bindings.get(ctx);
    if (
      known &&
      known.catalog === catalog &&
      known.agentId === agentId &&
      known.sessionId === sessionId &&
      known.sessionKey === sessionKey &&
      known.runId === runId &&
      known.config.matches(...raw)
    ) {
      return known;
    }
    const resolved = resolve(...raw);
    const session = new (native().NativeSession)(catalog.native, resolved.native, agentId, sessionId, sessionKey, runId);
    const binding: Binding = { agentId, sessionId, sessionKey, runId, config: resolved, catalog, session };
    this.bindings.set(ctx, binding);
    return binding;
  }

  private catalogFor(ctx: CodeModeContext): Catalog {
    const ref = this.refOf(ctx, false);
    const session = ref?.current;
    return session ? catalogOf(session) : emptyCatalog();
  }

  /** The place of a run's catalog: its own, or that of its scope. */
  refOf(from: CodeModeScope & Pick<CodeModeContext, "catalogRef">, create: boolean): ToolCatalogRef | undefined {
    const { catalogRef } = from;
    if (catalogRef === undefined || catalogRef === null) return this.scopedRef(from, create);
    if (!isObject(catalogRef)) throw new CodeModeError("invalid_input", "catalogRef must be an object.");
    return catalogRef;
  }

  /** The place of a scope's catalog, for runs that bring no `catalogRef`. */
  private scopedRef(scope: CodeModeScope, create: boolean): ToolCatalogRef | undefined {
    if (!create && this.scoped.size === 0) return undefined;
    const key = scopeKey(scope);
    if (key === undefined) return undefined;
    let ref = this.scoped.get(key);
    if (!ref) {
      if (!create) return undefined;
      ref = {};
    } else {
      this.scoped.delete(key);
    }
    this.scoped.set(key, ref);
    if (this.scoped.size > MAX_SCOPED_CATALOGS) this.scoped.delete(this.scoped.keys().next().value as string);
    return ref;
  }

  /** The agent run of this scope is over. */
  forget(scope: CodeModeScope): void {
    const key = scopeKey(scope);
    if (key !== undefined) this.scoped.delete(key);
  }

  clear(): void {
    this.scoped.clear();
  }
}

/** Exactly these four name a run's catalog; a scope that names no run or session has none. */
function scopeKey(scope: CodeModeScope): string | undefined {
  const { agentId, sessionId, sessionKey, runId } = scope;
  if (!runId && !sessionId && !sessionKey) return undefined;
  return JSON.stringify([agentId, sessionId, sessionKey, runId]);
}
