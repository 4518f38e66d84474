// A runtime as JavaScript sees it: contexts in, results out. Every decision about a cell is Rust's.

import { beginCell, beginLeg, endRuntime, environment, hold, nextRuntime, nextTicket, release } from "./bridge.js";
import { addClientTools, applyCatalog } from "./activation.js";
import { Cell, type CellOwner } from "./cell.js";
import { guarded, resolveCodeModeConfig, type ResolvedConfig } from "./config.js";
import { Contexts, type Binding } from "./contexts.js";
import { isDebugging, writeTransition } from "./debug.js";
import { CodeModeError, describeThrown, isCodeModeError, isObject, isToolInputError, tell, ToolInputError } from "./errors.js";
import { functionOrNothing, objectOf, objectOrNothing, reading, scopeOf, text } from "./given.js";
import { Leg, type LegOwner } from "./leg.js";
import { buildScopes, namespaceContext, visibleNamespaces, type CellNamespaces } from "./namespaces/visible.js";
import type { NativeRuntime, NativeSession, Refusal } from "./native.js";
import { checkOptions, type CheckedOptions } from "./options.js";
import { Preparation } from "./preparation.js";
import { refused, withoutAddon, withReason } from "./results.js";
import { isAborted, reasonOf, signalOf } from "./signals.js";
import { makeTools } from "./tools.js";
import type {
  AddedClientTools,
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
  ToolUpdate,
} from "./types.js";

/** Reasons that are kept of parked cells that were aborted. */
const MAX_REASONS = 256;

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

/** The implementation of `CodeModeRuntime`. */
export class Runtime implements CodeModeRuntime, CellOwner, LegOwner {
  private handle: NativeRuntime | undefined;
  private id = 0;
  private closing: Promise<void> | undefined;
  private onClosed: (() => void) | undefined;
  private readonly options: CheckedOptions;
  private readonly contexts: Contexts;
  private readonly cells = new Set<Cell>();
  private readonly parkedCells = new Map<string, Cell>();
  /** Why parked cells were aborted, by run id: whoever waits for one later is told. */
  private readonly reasons = new Map<string, string>();
  private readonly preparations = new Set<Preparation>();
  private readonly debugging = isDebugging();

  constructor(options?: CodeModeRuntimeOptions) {
    this.options = checkOptions(options);
    this.contexts = new Contexts(this.options);
  }

  get onNestedCall(): ((event: NestedCallEvent) => void) | undefined {
    return this.options.onNestedCall;
  }

  /** The addon's runtime, made when first needed. */
  get native(): NativeRuntime {
    if (this.handle) return this.handle;
    const { onEvent, problem } = this.options;
    if (problem) throw problem;
    this.id = nextRuntime({
      lifecycle: (text) => {
        const event = JSON.parse(text) as CodeModeEvent;
        if (this.debugging) writeTransition(event);
        tell(onEvent, event);
      },
      closed: () => this.onClosed?.(),
    });
    const settings = this.options.settings(this.debugging || onEvent !== undefined);
    return (this.handle = guarded(() => environment().createRuntime(this.id, settings)));
  }

  get config(): CodeModeConfig {
    return resolveCodeModeConfig(this.options.config, this.options.agentId);
  }

  createTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool] {
    const context = ctx ?? {};
    let config: ResolvedConfig | undefined;
    try {
      config = this.contexts.configFor(context);
    } catch {
      // The tools say so when they are called: a host that makes them for every run must not fail here.
    }
    return makeTools(this, context, config);
  }

  applyCatalog(params: ApplyCatalogParams): AppliedCatalog {
    return reading("params", () => applyCatalog(this.contexts, this.options, params, this.catalogConfig(params)));
  }

  addClientTools(params: ApplyCatalogParams): AddedClientTools {
    return reading("params", () => addClientTools(this.contexts, this.options, params, this.catalogConfig(params)));
  }

  /** The configuration of a run that is to get a catalog, if code mode is on. A catalog that no cell can use is refused. */
  private catalogConfig(params: ApplyCatalogParams): ResolvedConfig | undefined {
    const config = this.contexts.enabledConfig(objectOf("params", params));
    if (!config) return undefined;
    if (this.options.problem) throw this.options.problem;
    if (this.closing) throw new CodeModeError("aborted", "code mode runtime is closed.");
    return config;
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
      const start = reading("what exec was given", (): Start => {
        ctx = objectOrNothing("ctx", ctx);
        functionOrNothing("ctx.executeTool", ctx.executeTool);
        const binding = this.contexts.bind(ctx);
        session = binding.session;
        const { code, command, language } = fields(input);
        return {
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
      });
      const { binding, code, command, language } = start;
      const { native } = this;
      if (isAborted(start.signal) || isAborted(start.contextSignal)) {
        return this.abortedResult(binding.session, start.signal, start.contextSignal);
      }
      const visible = visibleNamespaces(binding.catalog);
      if (visible.length === 0) {
        return this.start(start, undefined, start.timeoutMs).catch((error: unknown) => this.rejected(error, binding.session, asTool));
      }
      // A cell that is refused anyway must not make plugins work.
      const refusal = native.checkExec(binding.session, code, command, language);
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
    const cell = new Cell(this, ticket, binding.catalog, ctx, toolCallId, contextSignal, namespaces, binding);
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
        resolve(refusal ? refused(refusal, asTool) : this.abortedResult(binding.session, signal, contextSignal));
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
      if (outcome === "aborted" || preparation.aborted || isAborted(from.signal) || isAborted(from.contextSignal)) {
        return this.abortedResult(session, from.signal, from.contextSignal);
      }
      if (outcome === "timeout") return this.failed(new CodeModeError("timeout", "code mode timeout exceeded"), session);
      return await this.start(from, outcome, Math.max(1, timeoutMs - (performance.now() - began)));
    } catch (error) {
      if (asTool && isCodeModeError(error) && error.code === "invalid_input") {
        throw new ToolInputError(error.code, error.message, error.detail);
      }
      return this.rejected(error, session, asTool);
    } finally {
      this.preparations.delete(preparation);
    }
  }

  /** `wait`; `asTool`, it rejects what a tool call rejects. */
  resume(ctx: CodeModeContext, input: unknown, call: CodeModeExecuteOptions | undefined, asTool: boolean): Promise<CodeModeResult> {
    let session: NativeSession | undefined;
    try {
      const given = reading("what wait was given", () => {
        ctx = objectOrNothing("ctx", ctx);
        const binding = this.contexts.bind(ctx);
        session = binding.session;
        const { runId, run_id } = fields(input);
        return {
          session: binding.session,
          runId,
          run_id,
          signal: signalOf(call?.signal),
          contextSignal: signalOf(ctx.abortSignal),
          toolCallId: text(call?.toolCallId) ?? "",
          timeoutMs: limited(call?.timeoutMs),
          onUpdate: call?.onUpdate,
          counts: ctx.catalogRef?.current,
        };
      });
      const { session: bound, runId, run_id, signal, contextSignal, toolCallId, timeoutMs } = given;
      const { native } = this;
      if (isAborted(signal) || isAborted(contextSignal)) return this.abortedResult(bound, signal, contextSignal);
      const named = text(runId)?.trim() || text(run_id)?.trim() || "";
      const ticket = nextTicket();
      // As with `exec`: once the addon has begun nothing may throw. What throws in here rejects.
      return new Promise<CodeModeResult>((resolve) => {
        const leg = new Leg(this, ticket, given.counts, signal, contextSignal, resolve);
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
          if (!refusal) resolve(this.abortedResult(bound, signal, contextSignal));
          else resolve(refused(refusal, asTool).then((result) => withReason(result, this.reasons.get(named))));
          return;
        }
        // It was accepted, so the cell is this caller's to touch.
        leg.cell = this.parkedCells.get(named);
        if (leg.cell) leg.cell.onUpdate = given.onUpdate;
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
    return this.dropAll(reading("scope", () => scopeOf(objectOf("scope", scope))));
  }

  endRun(scope: CodeModeScope): number {
    const named = reading("scope", () => scopeOf(objectOf("scope", scope)));
    this.contexts.forget(named);
    return this.dropAll(named);
  }

  private dropAll(scope: CodeModeScope): number {
    if (!this.handle) return 0;
    let dropped = 0;
    for (const preparation of [...this.preparations]) {
      if (!preparation.isOf(scope)) continue;
      preparation.abort();
      dropped++;
    }
    const others = this.handle.abortRun(scope.agentId, scope.sessionId, scope.sessionKey, scope.runId);
    for (const cell of [...this.cells]) if (cell.isOf(scope)) cell.stopCalls(undefined);
    return dropped + others;
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
    for (const cell of [...this.cells]) cell.stopCalls(undefined);
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
      this.contexts.clear();
    }
  }

  forget(cell: Cell): void {
    this.cells.delete(cell);
    if (cell.runId === undefined) return;
    this.parkedCells.delete(cell.runId);
    if (cell.reason === undefined) return;
    this.reasons.set(cell.runId, describeThrown(cell.reason).message);
    if (this.reasons.size > MAX_REASONS) this.reasons.delete(this.reasons.keys().next().value as string);
  }

  parked(cell: Cell, runId: string): void {
    cell.runId = runId;
    if (this.cells.has(cell)) this.parkedCells.set(runId, cell);
  }

  /** Nothing was begun: one of the signals had fired before. */
  private async abortedResult(session: NativeSession, ...signals: (AbortSignal | undefined)[]): Promise<CodeModeResult> {
    try {
      const fired = signals.find(isAborted);
      return withReason(JSON.parse(this.native.aborted(session)) as CodeModeResult, fired && reasonOf(fired));
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
    const { code, detail } = isCodeModeError(error) ? error : { code: "internal_error" as const };
    const { message } = describeThrown(error);
    let result: CodeModeFailedResult;
    try {
      result = JSON.parse(this.native.failed(code, message, session)) as CodeModeFailedResult;
    } catch {
      result = withoutAddon(code, message);
    }
    if (detail !== undefined) result.detail = detail;
    return result;
  }
}

function fields(input: unknown): Record<string, unknown> {
  return isObject(input) ? (input as Record<string, unknown>) : {};
}

/** A time limit that a host grants one call, in milliseconds. */
function limited(timeoutMs: unknown): number | undefined {
  return typeof timeoutMs === "number" && timeoutMs > 0 ? timeoutMs : undefined;
}

/**
 * Makes a runtime: cells, parked cells and counters of its own, on threads that all runtimes of the process share. It
 * starts nothing until it is first used, and never keeps an idle process alive.
 *
 * @throws {CodeModeError} `invalid_input` for options that are no object. What is wrong with a single option is said when
 * the runtime is first used: `invalid_config`, for `agentId` `invalid_input`.
 *
 * @example
 * const runtime = createCodeModeRuntime({ classifyTool, wrapTool, onNestedCall });
 * const ctx = { config, agentId, sessionId, runId, catalogRef: createToolSearchCatalogRef() };
 * runtime.applyCatalog({ ...ctx, tools: [...tools, ...runtime.createTools(ctx)] });
 * let result = await runtime.exec(ctx, { code: "return (await tools.read({ path: 'a' })).result" });
 * while (result.status === "waiting") result = await runtime.wait(ctx, { runId: result.runId });
 */
export function createCodeModeRuntime(options?: CodeModeRuntimeOptions): CodeModeRuntime {
  return new Runtime(options);
}
