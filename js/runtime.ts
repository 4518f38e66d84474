// A runtime as JavaScript sees it: contexts in, results out. Every decision about a cell is Rust's.

import { beginCell, beginLeg, endRuntime, environment, hold, nextRuntime, nextTicket, release, type LegListener } from "./bridge.js";
import { append, catalogOf, emptyCatalog, isCatalogued, isDirectOnly, isToolSearchControl, readable, register, type Catalog } from "./catalog.js";
import { Cell, type CellOwner } from "./cell.js";
import { guarded, isSwitchedOn, resolve, resolveCodeModeConfig, type ResolvedConfig } from "./config.js";
import { CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME, isCodeModeControlTool } from "./control.js";
import { CodeModeError, describeThrown, isCodeModeError, isToolInputError, tell, ToolInputError } from "./errors.js";
import { isDebugging, writeTransition } from "./debug.js";
import { buildScopes, namespaceContext, visibleNamespaces, type CellNamespaces } from "./namespaces/visible.js";
import { native, type NativeRuntime, type NativeSession, type Refusal } from "./native.js";
import { isAborted, signalOf, unwatch, watch, type Abortable } from "./signals.js";
import { Preparation } from "./preparation.js";
import { describeExec, makeTools } from "./tools.js";
import { attach } from "./trajectory.js";
import type {
  AddedClientTools,
  AgentTool,
  AppliedCatalog,
  ApplyCatalogParams,
  CodeModeCall,
  CodeModeConfig,
  CodeModeContext,
  CodeModeEvent,
  CodeModeExecInput,
  CodeModeExecuteOptions,
  CodeModeFailedResult,
  CodeModeResult,
  CodeModeRuntime,
  CodeModeRuntimeOptions,
  CodeModeScope,
  CodeModeStats,
  CodeModeTool,
  CodeModeWaitInput,
  NestedCallEvent,
  RegisteredCodeModeNamespace,
  ToolCatalogRef,
  ToolCatalogSession,
  ToolUpdate,
} from "./types.js";

/** Catalogs kept for runs that bring no `catalogRef`; the longest unused goes first. */
const MAX_SCOPED_CATALOGS = 256;

type ConfigSource = Pick<CodeModeContext, "runtimeConfig" | "config" | "agentId">;

/** What one context stands for, until it or what it points at changes. */
interface Binding {
  readonly agentId: string | undefined;
  readonly sessionId: string | undefined;
  readonly sessionKey: string | undefined;
  readonly runId: string | undefined;
  readonly config: ResolvedConfig;
  readonly catalog: Catalog;
  readonly session: NativeSession;
}

/** What an `exec` is to start with. */
interface Start {
  readonly binding: Binding;
  readonly ctx: CodeModeContext;
  readonly code: unknown;
  readonly command: unknown;
  readonly language: unknown;
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
  readonly contextSignal: AbortSignal | undefined;
  readonly onUpdate: ToolUpdate | undefined;
  readonly timeoutMs: number | undefined;
  readonly asTool: boolean;
}

/** One `exec` or `wait` under way. */
class Leg implements LegListener, Abortable {
  /** Known once the addon has accepted the leg, or the cell is this leg's own. */
  cell: Cell | undefined;

  constructor(
    private readonly runtime: Runtime,
    private readonly ticket: number,
    private readonly counts: ToolCatalogSession | undefined,
    private readonly signal: AbortSignal | undefined,
    private readonly contextSignal: AbortSignal | undefined,
    private readonly resolve: (result: CodeModeResult) => void,
  ) {}

  /** Listens to the signals; throws what they throw. */
  attach(): void {
    if (this.signal) watch(this.signal, this);
    if (this.contextSignal) watch(this.contextSignal, this);
  }

  abort(reason: unknown): void {
    this.runtime.native.abort(this.ticket);
    this.cell?.abortCalls(reason);
  }

  /** Listens to nobody any more. */
  detach(): void {
    if (this.signal) unwatch(this.signal, this);
    if (this.contextSignal) unwatch(this.contextSignal, this);
  }

  settled(text: string): void {
    const { cell } = this;
    let result: CodeModeResult | undefined;
    try {
      this.detach();
      result = JSON.parse(text) as CodeModeResult;
      if (this.counts) countInto(this.counts, cell, result);
      if (!cell) return;
      cell.onUpdate = undefined;
      if (cell.trajectory) attach(result, cell.trajectory);
      if (result.status === "waiting") this.runtime.parked(cell, result.runId);
      else cell.ended();
    } catch (error) {
      result ??= withoutAddon("internal_error", describeThrown(error).message);
    } finally {
      // Whatever went wrong above: somebody waits for this.
      this.resolve(result as CodeModeResult);
    }
  }
}

/** The implementation of `CodeModeRuntime`. */
export class Runtime implements CodeModeRuntime, CellOwner {
  readonly onNestedCall: ((event: NestedCallEvent) => void) | undefined;
  private handle: NativeRuntime | undefined;
  private id = 0;
  private closing: Promise<void> | undefined;
  private onClosed: (() => void) | undefined;
  private readonly bindings = new WeakMap<CodeModeContext, Binding>();
  private readonly scoped = new Map<string, ToolCatalogRef>();
  private readonly cells = new Set<Cell>();
  private readonly parkedCells = new Map<string, Cell>();
  private readonly preparations = new Set<Preparation>();
  private readonly onEvent: ((event: CodeModeEvent) => void) | undefined;
  private readonly debugging = isDebugging();

  constructor(private readonly options: CodeModeRuntimeOptions) {
    const { onEvent, onNestedCall } = options;
    this.onEvent = typeof onEvent === "function" ? onEvent : undefined;
    this.onNestedCall = typeof onNestedCall === "function" ? onNestedCall : undefined;
  }

  /** The addon's runtime, made when first needed. */
  get native(): NativeRuntime {
    if (this.handle) return this.handle;
    const { workers, maxSuspendedRuns, maxSuspendedBytes, inlineWaitMs, pendingOverflow, outputDelivery } = this.options;
    const settings = JSON.stringify({
      workers,
      maxSuspendedRuns,
      maxSuspendedBytes,
      inlineWaitMs,
      pendingOverflow,
      outputDelivery,
      lifecycleEvents: this.debugging || this.onEvent !== undefined,
    });
    this.id = nextRuntime({
      lifecycle: (text) => {
        const event = JSON.parse(text) as CodeModeEvent;
        if (this.debugging) writeTransition(event);
        tell(this.onEvent, event);
      },
      closed: () => this.onClosed?.(),
    });
    return (this.handle = guarded(() => environment().createRuntime(this.id, settings)));
  }

  get config(): CodeModeConfig {
    return resolveCodeModeConfig(this.options.config, this.options.agentId);
  }

  createTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool] {
    const context = ctx ?? {};
    let config: ResolvedConfig | undefined;
    try {
      config = this.configFor(context);
    } catch {
      // The tools say so when they are called: a host that makes them for every run must not fail here.
    }
    return makeTools(this, context, config);
  }

  applyCatalog(params: ApplyCatalogParams): AppliedCatalog {
    const config = this.enabledConfig(params);
    const unchanged = { compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false };
    if (!config) return { tools: params.tools, ...unchanged };
    const tools = readable(params.tools);
    const ref = params.catalogRef ?? this.scopedRef(params, true);
    if (!ref || !tools.some(isCodeModeControlTool)) {
      return { tools: tools.filter((tool) => !isToolSearchControl(tool)), ...unchanged };
    }
    const { catalog, reused } = register(ref, tools.filter(isCatalogued), this.options, params.toolHookContext);
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
    };
  }

  addClientTools(params: ApplyCatalogParams): AddedClientTools {
    const unchanged = { tools: params.tools, compacted: false, catalogToolCount: 0 };
    if (!this.enabledConfig(params)) return unchanged;
    const tools = readable(params.tools);
    const ref = params.catalogRef ?? this.scopedRef(params, false);
    const catalog = ref && append(ref, tools.filter(isCatalogued), this.options, params.toolHookContext);
    if (!catalog) return unchanged;
    return { tools: tools.filter(isDirectOnly), compacted: tools.some(isCatalogued), catalogToolCount: catalog.entries.length };
  }

  exec(ctx: CodeModeContext, input: CodeModeExecInput, call?: CodeModeCall): Promise<CodeModeResult> {
    return this.run(ctx, input, call, false);
  }

  wait(ctx: CodeModeContext, input: CodeModeWaitInput, call?: CodeModeCall): Promise<CodeModeResult> {
    return this.resume(ctx, input, call, false);
  }

  /** `exec`; `asTool`, it rejects what a tool call rejects. */
  run(ctx: CodeModeContext, input: unknown, call: CodeModeExecuteOptions | undefined, asTool: boolean): Promise<CodeModeResult> {
    let session: NativeSession | undefined;
    try {
      ctx ??= {};
      const binding = this.bind(ctx);
      session = binding.session;
      const { native } = this;
      const { code, command, language } = fields(input);
      const start: Start = {
        binding,
        ctx,
        code,
        command,
        language,
        toolCallId: text(call?.toolCallId) ?? "",
        signal: signalOf(call?.signal),
        contextSignal: signalOf(ctx.abortSignal),
        onUpdate: call?.onUpdate,
        timeoutMs: limited(call?.timeoutMs),
        asTool,
      };
      if (isAborted(start.signal) || isAborted(start.contextSignal)) return this.abortedResult(session);
      const visible = visibleNamespaces(binding.catalog);
      if (visible.length === 0) {
        return this.start(start, undefined, start.timeoutMs).catch((error: unknown) => this.rejected(error, binding.session, asTool));
      }
      // A cell that is refused anyway must not make plugins work.
      const refusal = native.checkExec(session, code, command, language);
      return refusal ? refused(refusal, asTool) : this.prepare(start, visible);
    } catch (error) {
      return this.failed(error, session);
    }
  }

  private start(from: Start, namespaces: CellNamespaces | undefined, timeoutMs: number | undefined): Promise<CodeModeResult> {
    const { binding, ctx, code, command, language, toolCallId, signal, contextSignal, onUpdate, asTool } = from;
    const { native } = this;
    const ticket = nextTicket();
    // Everything of the host's is read before the addon begins: after that nothing may throw.
    const counts = ctx.catalogRef?.current;
    const cell = new Cell(this, ticket, binding.catalog, ctx, toolCallId, contextSignal, namespaces);
    cell.onUpdate = onUpdate;
    return new Promise((resolve) => {
      const leg = new Leg(this, ticket, counts, signal, undefined, resolve);
      leg.cell = cell;
      let refusal: Refusal | null | undefined;
      try {
        cell.attach();
        leg.attach();
        if (isAborted(signal) || isAborted(contextSignal)) refusal = undefined;
        else refusal = native.exec(ticket, binding.session, code, command, language, toolCallId, namespaces?.wire, timeoutMs) ?? null;
      } catch (error) {
        leg.detach();
        cell.detach();
        throw error;
      }
      if (refusal !== null) {
        leg.detach();
        cell.detach();
        resolve(refusal ? refused(refusal, asTool) : this.abortedResult(binding.session));
        return;
      }
      // What the addon says of the cell comes with a later turn of the event loop.
      this.cells.add(cell);
      beginCell(ticket, cell);
      beginLeg(ticket, leg);
    });
  }

  /** Has the plugins make their scopes, within the cell's time and until it is aborted, then starts it. */
  private async prepare(from: Start, visible: readonly RegisteredCodeModeNamespace[]): Promise<CodeModeResult> {
    const { binding, ctx, asTool } = from;
    const { session } = binding;
    const timeoutMs = from.timeoutMs ?? binding.config.timeoutMs();
    const preparation = new Preparation(binding, timeoutMs, [from.signal, from.contextSignal]);
    this.preparations.add(preparation);
    const began = performance.now();
    try {
      const outcome = await preparation.race(buildScopes(visible, namespaceContext(ctx)));
      if (outcome === "aborted" || preparation.aborted || isAborted(from.signal) || isAborted(from.contextSignal)) return this.abortedResult(session);
      if (outcome === "timeout") return this.failed(new CodeModeError("timeout", "code mode timeout exceeded"), session);
      return await this.start(from, outcome, Math.max(1, timeoutMs - (performance.now() - began)));
    } catch (error) {
      if (asTool && isCodeModeError(error) && error.code === "invalid_input") throw new ToolInputError(error.code, error.message);
      return this.rejected(error, session, asTool);
    } finally {
      this.preparations.delete(preparation);
    }
  }

  /** `wait`; `asTool`, it rejects what a tool call rejects. */
  resume(ctx: CodeModeContext, input: unknown, call: CodeModeExecuteOptions | undefined, asTool: boolean): Promise<CodeModeResult> {
    let session: NativeSession | undefined;
    try {
      ctx ??= {};
      ({ session } = this.bind(ctx));
      const { native } = this;
      const { runId, run_id } = fields(input);
      const signal = signalOf(call?.signal);
      const contextSignal = signalOf(ctx.abortSignal);
      if (isAborted(signal) || isAborted(contextSignal)) return this.abortedResult(session);
      const toolCallId = text(call?.toolCallId) ?? "";
      const timeoutMs = limited(call?.timeoutMs);
      const onUpdate = call?.onUpdate;
      const counts = ctx.catalogRef?.current;
      const named = text(runId)?.trim() || text(run_id)?.trim() || "";
      const bound = session;
      const ticket = nextTicket();
      // As with `exec`: once the addon has begun nothing may throw. What throws in here rejects.
      return new Promise<CodeModeResult>((resolve) => {
        const leg = new Leg(this, ticket, counts, signal, contextSignal, resolve);
        let refusal: Refusal | null | undefined;
        try {
          leg.attach();
          if (isAborted(signal) || isAborted(contextSignal)) refusal = undefined;
          else refusal = native.wait(ticket, bound, runId, run_id, toolCallId, timeoutMs) ?? null;
        } catch (error) {
          leg.detach();
          throw error;
        }
        if (refusal !== null) {
          leg.detach();
          resolve(refusal ? refused(refusal, asTool) : this.abortedResult(bound));
          return;
        }
        // It was accepted, so the cell is this caller's to touch.
        leg.cell = this.parkedCells.get(named);
        if (leg.cell) leg.cell.onUpdate = onUpdate;
        beginLeg(ticket, leg);
      }).catch((error: unknown) => this.rejected(error, bound, asTool));
    } catch (error) {
      return this.failed(error, session);
    }
  }

  /** Drops one parked cell. */
  drop(runId: string): void {
    this.parkedCells.get(runId)?.abort(undefined);
  }

  abortRun(scope: CodeModeScope): number {
    if (!this.handle) return 0;
    let dropped = 0;
    for (const preparation of [...this.preparations]) {
      if (!preparation.isOf(scope)) continue;
      preparation.abort();
      dropped++;
    }
    return dropped + this.handle.abortRun(text(scope.agentId), text(scope.sessionId), text(scope.sessionKey), text(scope.runId));
  }

  endRun(scope: CodeModeScope): number {
    const key = scopeKey(scope);
    if (key !== undefined) this.scoped.delete(key);
    return this.abortRun(scope);
  }

  stats(): CodeModeStats {
    return JSON.parse(this.native.stats()) as CodeModeStats;
  }

  close(): Promise<void> {
    return (this.closing ??= this.shut());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async shut(): Promise<void> {
    let handle: NativeRuntime;
    try {
      // A runtime that was never used is closed all the same: no later exec may start it.
      handle = this.native;
    } catch {
      return;
    }
    for (const preparation of [...this.preparations]) preparation.abort();
    hold();
    try {
      await new Promise<void>((resolve) => {
        this.onClosed = resolve;
        handle.close();
      });
    } finally {
      release();
      endRuntime(this.id);
      for (const cell of [...this.cells]) cell.ended();
      this.scoped.clear();
    }
  }

  forget(cell: Cell): void {
    this.cells.delete(cell);
    if (cell.runId !== undefined) this.parkedCells.delete(cell.runId);
  }

  parked(cell: Cell, runId: string): void {
    cell.runId = runId;
    if (this.cells.has(cell)) this.parkedCells.set(runId, cell);
  }

  /** The configuration, if code mode is on; fails closed where it is on and there is no addon. */
  private enabledConfig(params: ApplyCatalogParams): ResolvedConfig | undefined {
    try {
      const config = this.configFor(params);
      return config.enabled ? config : undefined;
    } catch (error) {
      const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
      if (unavailable && !isSwitchedOn(...this.rawConfig(params))) return undefined;
      throw error;
    }
  }

  private configFor(from: ConfigSource): ResolvedConfig {
    return resolve(...this.rawConfig(from));
  }

  private rawConfig(from: ConfigSource): [config: unknown, agentId: string | undefined] {
    return [from.runtimeConfig ?? from.config ?? this.options.config, text(from.agentId) ?? this.options.agentId];
  }

  private bind(ctx: CodeModeContext): Binding {
    const raw = this.rawConfig(ctx);
    const agentId = text(ctx.agentId);
    const sessionId = text(ctx.sessionId);
    const sessionKey = text(ctx.sessionKey);
    const runId = text(ctx.runId);
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
    const ref = ctx.catalogRef ?? this.scopedRef(ctx, false);
    const session = ref?.current;
    return session ? catalogOf(session) : emptyCatalog();
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

  private async abortedResult(session: NativeSession): Promise<CodeModeResult> {
    try {
      return JSON.parse(this.native.aborted(session)) as CodeModeResult;
    } catch (error) {
      return this.failed(error, session);
    }
  }

  /** Only a tool call rejects, and only with what it was called wrongly with. */
  private rejected(error: unknown, session: NativeSession, asTool: boolean): Promise<CodeModeResult> {
    if (asTool && isToolInputError(error)) throw error;
    return this.failed(error, session);
  }

  private async failed(error: unknown, session: NativeSession | undefined): Promise<CodeModeResult> {
    const code = isCodeModeError(error) ? error.code : "internal_error";
    const { message } = describeThrown(error);
    try {
      return JSON.parse(this.native.failed(code, message, session)) as CodeModeResult;
    } catch {
      return withoutAddon(code, message);
    }
  }
}

/** Adds what a result says of searches and calls to the counters that the gateway reads. */
function countInto(counts: ToolCatalogSession, cell: Cell | undefined, result: CodeModeResult): void {
  const { searchCount, describeCount, callCount } = result.telemetry;
  const before = cell?.counted;
  add(counts, "searchCount", searchCount - (before?.searchCount ?? 0));
  add(counts, "describeCount", describeCount - (before?.describeCount ?? 0));
  add(counts, "callCount", callCount - (before?.callCount ?? 0));
  if (cell && result.status === "waiting") cell.counted = { searchCount, describeCount, callCount };
}

/** Counters that the host has not got begin at 0; those that it has made read-only stay. */
function add(counts: ToolCatalogSession, counter: "searchCount" | "describeCount" | "callCount", more: number): void {
  try {
    const before: unknown = counts[counter];
    counts[counter] = (typeof before === "number" ? before : 0) + more;
  } catch {
    // no reason to fail a cell that has done its work
  }
}

function control(tools: readonly AgentTool[], name: string): AgentTool | undefined {
  return tools.find((tool) => isCodeModeControlTool(tool) && tool.name === name);
}

function fields(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
}

async function refused(refusal: Refusal, asTool: boolean): Promise<CodeModeResult> {
  if (asTool && refusal.rejects) throw new ToolInputError(refusal.code as CodeModeError["code"], refusal.message);
  return JSON.parse(refusal.result) as CodeModeResult;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A time limit that a host grants one call, in milliseconds. */
function limited(timeoutMs: unknown): number | undefined {
  return typeof timeoutMs === "number" && timeoutMs > 0 ? timeoutMs : undefined;
}

/** Exactly these four name a run's catalog; a scope that names no run or session has none. */
function scopeKey(scope: CodeModeScope): string | undefined {
  const { agentId, sessionId, sessionKey, runId } = scope;
  if (!runId && !sessionId && !sessionKey) return undefined;
  return JSON.stringify([agentId, sessionId, sessionKey, runId]);
}

/** The result of a cell that could not even be refused, for want of an addon. */
function withoutAddon(code: CodeModeFailedResult["code"], error: string): CodeModeFailedResult {
  const failed: CodeModeFailedResult = {
    status: "failed",
    error,
    calls: [],
    telemetry: {
      visibleTools: [CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME],
      catalogSize: 0,
      sources: { openclaw: 0, plugin: 0, mcp: 0, client: 0 },
      execCount: 0,
      waitCount: 0,
      searchCount: 0,
      describeCount: 0,
      callCount: 0,
      namespaceCount: 0,
      calledTools: [],
      limits: {},
      snapshot: { restores: 0 },
      timing: { transformMs: 0, guestMs: 0, hostWaitMs: 0, totalMs: 0 },
    },
  };
  if (code !== undefined) failed.code = code;
  return failed;
}

/**
 * Makes a runtime: cells, parked cells and counters of its own, on threads that all runtimes of the process share. It
 * starts nothing until it is first used, and never keeps an idle process alive.
 *
 * @example
 * const runtime = createCodeModeRuntime({ classifyTool, wrapTool, onNestedCall });
 * const ctx = { config, agentId, sessionId, runId, catalogRef: createToolSearchCatalogRef() };
 * runtime.applyCatalog({ ...ctx, tools: [...tools, ...runtime.createTools(ctx)] });
 * let result = await runtime.exec(ctx, { code: "return (await tools.read({ path: 'a' })).result" });
 * while (result.status === "waiting") result = await runtime.wait(ctx, { runId: result.runId });
 */
export function createCodeModeRuntime(options: CodeModeRuntimeOptions = {}): CodeModeRuntime {
  return new Runtime(options);
}
