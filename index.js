// Generated from js/ by `npm run build`; changes here are lost.


// js/native.ts
import { createRequire } from "node:module";

// js/errors.ts
var CodeModeError = class extends Error {
  name = "CodeModeError";
  code;
  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
};
var ToolInputError = class extends Error {
  name = "ToolInputError";
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
var MAX_MESSAGE = 16384;
function describeThrown(thrown) {
  try {
    if ((typeof thrown !== "object" || thrown === null) && typeof thrown !== "function") {
      return { message: clip(String(thrown)) };
    }
    const { message, code } = thrown;
    const described = {
      message: typeof message === "string" && message !== "" ? clip(message) : "tool failed without a message"
    };
    if (typeof code === "string") described.code = clip(code);
    return described;
  } catch {
    return { message: "tool failed with an error that cannot be read" };
  }
}
function clip(text2) {
  return text2.length > MAX_MESSAGE ? `${text2.slice(0, MAX_MESSAGE)}…` : text2;
}

// js/native.ts
var addon;
var missing;
function native() {
  if (addon) return addon;
  if (missing) throw missing;
  try {
    return addon = createRequire(import.meta.url)("./native.cjs");
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`;
    missing = new CodeModeError(
      "runtime_unavailable",
      `code mode runtime is unavailable: the native binary for ${platform} is missing or does not load (package @openclaw/code-mode-${platform}).`,
      { cause }
    );
    throw missing;
  }
}

// js/config.ts
var FIELDS = [
  "enabled",
  "runtime",
  "mode",
  "languages",
  "timeoutMs",
  "memoryLimitBytes",
  "maxOutputBytes",
  "maxSnapshotBytes",
  "maxPendingToolCalls",
  "snapshotTtlSeconds",
  "maxSearchLimit",
  "searchDefaultLimit"
];
function pick(config, agentId) {
  const base = codeModeOf(config);
  if (agentId === void 0) return { base, overlay: void 0 };
  const list = field(field(config, "agents"), "list");
  const entry = Array.isArray(list) ? list.find((agent) => field(agent, "id") === agentId) : void 0;
  return { base, overlay: codeModeOf(entry) };
}
function codeModeOf(holder) {
  return field(field(holder, "tools"), "codeMode");
}
function field(holder, name) {
  return typeof holder === "object" && holder !== null ? holder[name] : void 0;
}
function snapshot(value) {
  if (typeof value !== "object" || value === null) return [value];
  const values = [value];
  for (const name of FIELDS) {
    const item = value[name];
    if (Array.isArray(item)) values.push(item.length, ...item);
    else values.push(item);
  }
  return values;
}
function holds(value, values) {
  if (value !== values[0]) return false;
  if (typeof value !== "object" || value === null) return true;
  let at = 1;
  for (const name of FIELDS) {
    const item = value[name];
    if (!Array.isArray(item)) {
      if (item !== values[at++]) return false;
      continue;
    }
    if (item.length !== values[at++]) return false;
    for (const element of item) if (element !== values[at++]) return false;
  }
  return true;
}
function wire(value) {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return void 0;
  const fields2 = {};
  for (const name of FIELDS) {
    const item = value[name];
    if (item !== void 0) fields2[name] = carried(item);
  }
  return JSON.stringify(fields2);
}
function carried(item) {
  if (Array.isArray(item)) return item.map((element) => typeof element === "string" ? element : null);
  return typeof item === "string" || typeof item === "number" || typeof item === "boolean" ? item : null;
}
var MAX_CACHED = 64;
var cached = /* @__PURE__ */ new Map();
function resolve(config, agentId) {
  const raw = pick(config, agentId);
  const base = wire(raw.base);
  const overlay = wire(raw.overlay);
  const key = `${base ?? ""}
${overlay ?? ""}`;
  let entry = cached.get(key);
  if (!entry) {
    const made = guarded(() => new (native()).NativeConfig(base ?? null, overlay ?? null));
    entry = { native: made, enabled: made.enabled };
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value);
    cached.set(key, entry);
  }
  const baseValues = snapshot(raw.base);
  const overlayValues = snapshot(raw.overlay);
  return {
    ...entry,
    matches(config2, agentId2) {
      const now = pick(config2, agentId2);
      return holds(now.base, baseValues) && holds(now.overlay, overlayValues);
    }
  };
}
function guarded(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof CodeModeError) throw error;
    const { code, message } = error;
    throw new CodeModeError(typeof code === "string" ? code : "internal_error", String(message));
  }
}
function isSwitchedOn(config, agentId) {
  const { base, overlay } = pick(config, agentId);
  const own = switchOf(overlay);
  return (own === void 0 ? switchOf(base) : own) === true;
}
function switchOf(value) {
  return typeof value === "boolean" ? value : field(value, "enabled");
}
var DISABLED = {
  enabled: false,
  runtime: "quickjs-wasi",
  mode: "only",
  languages: ["javascript", "typescript"],
  timeoutMs: 1e4,
  memoryLimitBytes: 67108864,
  maxOutputBytes: 65536,
  maxSnapshotBytes: 10485760,
  maxPendingToolCalls: 16,
  snapshotTtlSeconds: 900,
  maxSearchLimit: 50,
  searchDefaultLimit: 8
};
function resolveCodeModeConfig(config, agentId) {
  try {
    return JSON.parse(resolve(config, agentId).native.json());
  } catch (error) {
    const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
    if (!unavailable || isSwitchedOn(config, agentId)) throw error;
    return { ...DISABLED, languages: [...DISABLED.languages] };
  }
}

// js/control.ts
var CODE_MODE_EXEC_TOOL_NAME = "exec";
var CODE_MODE_WAIT_TOOL_NAME = "wait";
var MARK = /* @__PURE__ */ Symbol.for("openclaw.codeMode.controlTool");
var marked = /* @__PURE__ */ new WeakSet();
function markCodeModeControlTool(tool) {
  marked.add(tool);
  try {
    Object.defineProperty(tool, MARK, { value: true, enumerable: true, configurable: true, writable: true });
  } catch {
  }
  return tool;
}
function isCodeModeControlTool(tool) {
  if (typeof tool !== "object" || tool === null) return false;
  const { name } = tool;
  if (name !== CODE_MODE_EXEC_TOOL_NAME && name !== CODE_MODE_WAIT_TOOL_NAME) return false;
  return marked.has(tool) || tool[MARK] === true;
}

// js/bridge.ts
import { setInterval } from "node:timers";
var SETTLED = 0;
var CALL = 1;
var ENDED = 2;
var LIFECYCLE = 3;
var CLOSED = 4;
var legs = /* @__PURE__ */ new Map();
var cells = /* @__PURE__ */ new Map();
var runtimes = /* @__PURE__ */ new Map();
var host;
var lastTicket = 0;
var lastRuntime = 0;
function environment() {
  return host ??= new (native()).NativeHost(drain);
}
function drain() {
  let events;
  try {
    events = host.drain();
  } catch {
    return;
  }
  let at = 0;
  while (at < events.length) {
    const kind = events[at];
    const id = events[at + 1];
    try {
      switch (kind) {
        case SETTLED: {
          const result = events[at + 2];
          at += 3;
          const leg = legs.get(id);
          if (leg) {
            endLeg(id);
            leg.settled(result);
          }
          break;
        }
        case CALL: {
          const from = at + 2;
          at += 7;
          cells.get(id)?.call(
            events[from],
            events[from + 1],
            events[from + 2],
            events[from + 3],
            events[from + 4]
          );
          break;
        }
        case ENDED:
          at += 2;
          cells.get(id)?.ended();
          break;
        case LIFECYCLE: {
          const event = events[at + 2];
          at += 3;
          runtimes.get(id)?.lifecycle(event);
          break;
        }
        case CLOSED:
          at += 2;
          runtimes.get(id)?.closed();
          break;
        default:
          return;
      }
    } catch {
    }
  }
}
function nextTicket() {
  return ++lastTicket;
}
function beginLeg(ticket, leg) {
  legs.set(ticket, leg);
  hold();
}
function endLeg(ticket) {
  if (legs.delete(ticket)) release();
}
function beginCell(ticket, cell) {
  cells.set(ticket, cell);
}
function endCell(ticket) {
  cells.delete(ticket);
}
function nextRuntime(listener) {
  runtimes.set(++lastRuntime, listener);
  return lastRuntime;
}
function endRuntime(id) {
  runtimes.delete(id);
}
var LONGEST = 2 ** 31 - 1;
var pulse = setInterval(() => {
}, LONGEST).unref();
var holders = 0;
function hold() {
  if (holders++ === 0) pulse.ref();
}
function release() {
  if (--holders === 0) pulse.unref();
}

// js/catalog.ts
var TOOL_SEARCH_CONTROLS = /* @__PURE__ */ new Set([
  "tool_search_code",
  "tool_search",
  "tool_describe",
  "tool_call"
]);
function isToolSearchControl(tool) {
  return TOOL_SEARCH_CONTROLS.has(tool?.name);
}
function isDirectOnly(tool) {
  return tool?.catalogMode === "direct-only";
}
function isCatalogued(tool) {
  if (typeof tool !== "object" || tool === null) return false;
  return !isCodeModeControlTool(tool) && !isToolSearchControl(tool) && !isDirectOnly(tool);
}
function define(from, tool, classOf, id) {
  try {
    const { name, label, description, parameters } = from;
    const { source, sourceName, mcp } = classOf;
    const text2 = JSON.stringify({ id, name, label, description, parameters, source, sourceName, mcp });
    return { described: { name, label, description, parameters }, mcp, tool, text: text2 };
  } catch {
    return { described: { name: "" }, mcp: void 0, tool, text: "null" };
  }
}
function taken(entry) {
  return define(entry, entry.tool, entry, entry.id);
}
function build(definitions, previous) {
  const text2 = `[${definitions.map((definition) => definition.text).join(",")}]`;
  const made = previous?.definitions === text2 ? previous.native : guarded(() => new (native()).NativeCatalog(text2));
  const tools = new Array(definitions.length).fill(void 0);
  const entries = [];
  const listing = JSON.parse(made.listing());
  for (const [origin, id, source, owner] of listing) {
    const definition = definitions[origin];
    if (!definition) continue;
    const { described, mcp, tool } = definition;
    const entry = { id, name: described.name, source, tool };
    if (described.label !== void 0) entry.label = described.label;
    if (described.description !== void 0) entry.description = described.description;
    if (described.parameters !== void 0) entry.parameters = described.parameters;
    if (owner !== null) entry.sourceName = owner;
    if (mcp !== void 0) entry.mcp = mcp;
    tools[origin] = entry;
    entries.push(entry);
  }
  return { native: made, tools, definitions: text2, entries };
}
var registered = /* @__PURE__ */ new WeakMap();
function defineAll(tools, options, hookContext) {
  const { classifyTool, wrapTool } = options;
  return tools.map((tool) => define(tool, wrapTool ? wrapTool(tool, hookContext) : tool, classifyTool?.(tool) ?? tool));
}
function defineClient(tools, options, hookContext) {
  const { classifyTool, wrapTool } = options;
  return tools.map((tool) => {
    const { sourceName } = classifyTool?.(tool) ?? tool;
    const classOf = sourceName === void 0 ? { source: "client" } : { source: "client", sourceName };
    return define(tool, wrapTool ? wrapTool(tool, hookContext) : tool, classOf);
  });
}
function same(a, b) {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
function register(ref, tools, options, hookContext) {
  const session = ref.current;
  const before = session && registered.get(session);
  if (session && before && before.hookContext === hookContext && same(before.tools, tools)) {
    before.client = [];
    adopt(session, before.base);
    return { catalog: before.base, reused: true };
  }
  const definitions = defineAll(tools, options, hookContext);
  const base = build(definitions, before?.base);
  const reused = before !== void 0 && base.native === before.base.native;
  const current2 = session && reused ? session : { entries: base.entries, searchCount: 0, describeCount: 0, callCount: 0 };
  registered.set(current2, { tools: [...tools], hookContext, definitions, base, client: [], full: before?.full });
  adopt(current2, base);
  ref.current = current2;
  return { catalog: base, reused };
}
function append(ref, tools, options, hookContext) {
  const session = ref.current;
  if (!session) return void 0;
  const present = catalogOf(session);
  let state = registered.get(session);
  if (!state) {
    const definitions = present.entries.map(taken);
    state = { tools: [], hookContext, definitions, base: present, client: [], full: void 0 };
    registered.set(session, state);
  }
  const added = defineClient(tools, options, hookContext);
  const texts = new Set(added.map((definition) => definition.text));
  state.client = [...state.client.filter((definition) => !texts.has(definition.text)), ...added];
  state.full = build([...state.definitions, ...state.client], state.full);
  adopt(session, state.full);
  return state.full;
}
var adopted = /* @__PURE__ */ new WeakMap();
function adopt(session, catalog) {
  session.entries = catalog.entries;
  remember(session, catalog);
}
function remember(session, catalog) {
  const { entries } = session;
  adopted.set(session, { entries, length: entries.length, first: entries[0], last: entries[entries.length - 1], catalog });
}
function catalogOf(session) {
  const { entries } = session;
  const known = adopted.get(session);
  if (known && known.entries === entries && known.length === entries.length && known.first === entries[0] && known.last === entries[entries.length - 1]) {
    return known.catalog;
  }
  const definitions = entries.map(taken);
  const made = build(definitions, known?.catalog);
  const catalog = { ...made, tools: entries.map((entry, index) => made.tools[index] && entry), entries };
  remember(session, catalog);
  return catalog;
}
var none;
function emptyCatalog() {
  return none ??= build([], void 0);
}

// js/signals.ts
var Watch = class {
  constructor(signal) {
    this.signal = signal;
  }
  signal;
  watchers = /* @__PURE__ */ new Set();
  handleEvent() {
    const { reason } = this.signal;
    for (const watcher of [...this.watchers]) watcher.abort(reason);
    this.watchers.clear();
    this.signal.removeEventListener("abort", this);
  }
  add(watcher) {
    if (this.watchers.size === 0) this.signal.addEventListener("abort", this, { once: true });
    this.watchers.add(watcher);
  }
  delete(watcher) {
    if (this.watchers.delete(watcher) && this.watchers.size === 0) this.signal.removeEventListener("abort", this);
  }
};
var watches = /* @__PURE__ */ new WeakMap();
function isAborted(signal) {
  return signal?.aborted === true;
}
function watch(signal, watcher) {
  let entry = watches.get(signal);
  if (!entry) watches.set(signal, entry = new Watch(signal));
  entry.add(watcher);
}
function unwatch(signal, watcher) {
  watches.get(signal)?.delete(watcher);
}
function signalOf(value) {
  return typeof value === "object" && value !== null && typeof value.addEventListener === "function" ? value : void 0;
}

// js/cell.ts
var Cell = class {
  constructor(owner, ticket, catalog, context, parentToolCallId, contextSignal) {
    this.owner = owner;
    this.ticket = ticket;
    this.catalog = catalog;
    this.context = context;
    this.parentToolCallId = parentToolCallId;
    this.contextSignal = contextSignal;
    if (contextSignal) watch(contextSignal, this);
  }
  owner;
  ticket;
  catalog;
  context;
  parentToolCallId;
  /** Where updates of nested tools go: the exec or wait that is under way. */
  onUpdate;
  /** Known once the cell has been parked. */
  runId;
  /** What earlier results have said of searches and calls. */
  counted;
  // Both are made with the first nested call: most cells make none.
  controller;
  update;
  pending = 0;
  over = false;
  contextSignal;
  /** The context's signal has fired. */
  abort(reason) {
    if (this.over) return;
    this.owner.native.abortCell(this.ticket);
    this.abortCalls(reason);
  }
  /** Gives the calls under way their signal, without waiting for the addon to say that the cell is over. */
  abortCalls(reason) {
    if (this.pending > 0) this.controller?.abort(reason);
  }
  ended() {
    if (this.over) return;
    this.over = true;
    this.onUpdate = void 0;
    if (this.contextSignal) unwatch(this.contextSignal, this);
    endCell(this.ticket);
    this.owner.forget(this);
    if (this.pending > 0) this.controller?.abort();
  }
  call(call, origin, toolCallId, input, _namespace) {
    if (this.over) return;
    const entry = this.catalog.tools[origin];
    if (!entry) {
      this.owner.native.answer(call, false, '{"message":"tool is not in the catalog"}');
      return;
    }
    this.pending++;
    void this.run(call, entry, toolCallId, input);
  }
  /** Never rejects, whatever the tool does. */
  async run(call, entry, toolCallId, input) {
    const startedAt = Date.now();
    const clock = new Clock(this.owner.native, call);
    let ok = false;
    let text2;
    let parsed;
    let result;
    try {
      parsed = JSON.parse(input);
      result = await this.execute(entry, toolCallId, parsed, clock);
      if (this.over) return;
      text2 = JSON.stringify(result) ?? "null";
      ok = true;
    } catch (thrown) {
      if (this.over) return;
      text2 = JSON.stringify(describeThrown(thrown));
    } finally {
      this.pending--;
      clock.stop();
    }
    try {
      this.owner.native.answer(call, ok, text2);
    } catch (thrown) {
      this.owner.native.answer(call, false, JSON.stringify(describeThrown(thrown)));
    }
    this.report({
      parentToolCallId: this.parentToolCallId,
      toolCallId,
      toolName: entry.name,
      catalogId: entry.id,
      input: parsed,
      ...ok ? { result } : { isError: true },
      startedAt,
      endedAt: Date.now()
    });
  }
  execute(entry, toolCallId, input, clock) {
    const { signal } = this.controller ??= new AbortController();
    const onUpdate = this.update ??= (partial) => this.pass(partial);
    const { executeTool } = this.context;
    const { tool } = entry;
    if (!executeTool) return tool.execute(toolCallId, input, signal, onUpdate);
    const params = {
      tool,
      toolName: entry.name,
      source: entry.source,
      toolCallId,
      parentToolCallId: this.parentToolCallId,
      input,
      signal,
      onUpdate,
      holdDeadline: () => clock.hold()
    };
    if (entry.sourceName !== void 0) params.sourceName = entry.sourceName;
    return executeTool(params);
  }
  pass(partial) {
    try {
      this.onUpdate?.(partial);
    } catch {
    }
  }
  report(event) {
    const { onNestedCall } = this.owner;
    if (!onNestedCall) return;
    try {
      onNestedCall(event);
    } catch {
    }
  }
};
var Clock = class {
  constructor(native2, call) {
    this.native = native2;
    this.call = call;
  }
  native;
  call;
  holds = 0;
  stopped = false;
  hold() {
    if (this.stopped) return () => {
    };
    if (this.holds++ === 0) this.native.holdDeadline(this.call);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (--this.holds === 0 && !this.stopped) this.native.releaseDeadline(this.call);
    };
  }
  /** The call is over: what it still holds is released. */
  stop() {
    if (this.stopped) return;
    this.stopped = true;
    if (this.holds > 0) this.native.releaseDeadline(this.call);
  }
};

// js/tools.ts
var UNAVAILABLE = { description: "Code mode is not available.", parameters: '{"type":"object","properties":{}}' };
function surface(config) {
  try {
    return native().toolSurface(config?.native);
  } catch {
    const { description, parameters } = UNAVAILABLE;
    return { execDescription: description, execParameters: parameters, waitDescription: description, waitParameters: parameters };
  }
}
function assertCodeModeToolSurface(names, directOnly = []) {
  guarded(() => native().assertToolSurface([...names], [...directOnly]));
}
function wrapped(result) {
  return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }], details: result };
}
function makeTools(runtime, ctx, config) {
  const texts = surface(config);
  const exec = {
    name: CODE_MODE_EXEC_TOOL_NAME,
    label: "Code mode: exec",
    description: texts.execDescription,
    parameters: JSON.parse(texts.execParameters),
    execute: (toolCallId, input, signal, onUpdate) => runtime.run(ctx, input, { toolCallId, signal, onUpdate }, true).then(wrapped)
  };
  const wait = {
    name: CODE_MODE_WAIT_TOOL_NAME,
    label: "Code mode: wait",
    description: texts.waitDescription,
    parameters: JSON.parse(texts.waitParameters),
    hideFromChannelProgress: true,
    execute: (toolCallId, input, signal, onUpdate) => runtime.resume(ctx, input, { toolCallId, signal, onUpdate }, true).then(wrapped)
  };
  return [markCodeModeControlTool(exec), markCodeModeControlTool(wait)];
}
function describeExec(tool, catalog, config) {
  if (tool.name !== CODE_MODE_EXEC_TOOL_NAME) return tool;
  const description = guarded(() => native().describeExec(catalog.native, config.native));
  try {
    tool.description = description;
    return tool;
  } catch {
    return markCodeModeControlTool({ ...tool, description });
  }
}

// js/runtime.ts
var MAX_SCOPED_CATALOGS = 256;
var Leg = class {
  constructor(runtime, ticket, cell, begins, counts, signal, contextSignal, resolve2) {
    this.runtime = runtime;
    this.ticket = ticket;
    this.cell = cell;
    this.begins = begins;
    this.counts = counts;
    this.signal = signal;
    this.contextSignal = contextSignal;
    this.resolve = resolve2;
    if (signal) watch(signal, this);
    if (contextSignal) watch(contextSignal, this);
  }
  runtime;
  ticket;
  cell;
  begins;
  counts;
  signal;
  contextSignal;
  resolve;
  abort(reason) {
    this.runtime.native.abort(this.ticket);
    this.cell?.abortCalls(reason);
  }
  settled(text2) {
    if (this.signal) unwatch(this.signal, this);
    if (this.contextSignal) unwatch(this.contextSignal, this);
    const { cell } = this;
    let result;
    try {
      result = JSON.parse(text2);
      if (this.counts) countInto(this.counts, cell, result);
    } catch (error) {
      result = withoutAddon("internal_error", describeThrown(error).message);
    }
    if (cell) {
      cell.onUpdate = void 0;
      if (result.status === "waiting") this.runtime.parked(cell, result.runId);
      else if (this.begins) cell.ended();
    }
    this.resolve(result);
  }
};
var Runtime = class {
  constructor(options) {
    this.options = options;
    const { onNestedCall } = options;
    this.onNestedCall = typeof onNestedCall === "function" ? onNestedCall : void 0;
  }
  options;
  onNestedCall;
  handle;
  id = 0;
  closing;
  onClosed;
  bindings = /* @__PURE__ */ new WeakMap();
  scoped = /* @__PURE__ */ new Map();
  cells = /* @__PURE__ */ new Set();
  parkedCells = /* @__PURE__ */ new Map();
  /** The addon's runtime, made when first needed. */
  get native() {
    if (this.handle) return this.handle;
    const { workers, maxSuspendedRuns, maxSuspendedBytes, inlineWaitMs, pendingOverflow, outputDelivery, onEvent } = this.options;
    const settings = JSON.stringify({
      workers,
      maxSuspendedRuns,
      maxSuspendedBytes,
      inlineWaitMs,
      pendingOverflow,
      outputDelivery,
      lifecycleEvents: typeof onEvent === "function"
    });
    this.id = nextRuntime({
      lifecycle: (event) => onEvent?.(JSON.parse(event)),
      closed: () => this.onClosed?.()
    });
    return this.handle = guarded(() => environment().createRuntime(this.id, settings));
  }
  get config() {
    return resolveCodeModeConfig(this.options.config, this.options.agentId);
  }
  createTools(ctx) {
    const context = ctx ?? {};
    let config;
    try {
      config = this.configFor(context);
    } catch {
    }
    return makeTools(this, context, config);
  }
  applyCatalog(params) {
    const { tools } = params;
    const config = this.enabledConfig(params);
    const unchanged = { compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false };
    if (!config) return { tools, ...unchanged };
    const ref = params.catalogRef ?? this.scopedRef(params, true);
    if (!ref || !tools.some(isCodeModeControlTool)) {
      return { tools: tools.filter((tool) => !isToolSearchControl(tool)), ...unchanged };
    }
    const { catalog, reused } = register(ref, tools.filter(isCatalogued), this.options, params.toolHookContext);
    const visible = [
      control(tools, CODE_MODE_EXEC_TOOL_NAME),
      control(tools, CODE_MODE_WAIT_TOOL_NAME),
      ...tools.filter((tool) => isDirectOnly(tool) && !isCodeModeControlTool(tool) && !isToolSearchControl(tool))
    ].filter((tool) => tool !== void 0);
    return {
      tools: visible.map((tool) => describeExec(tool, catalog, config)),
      compacted: catalog.entries.length > 0,
      catalogToolCount: catalog.entries.length,
      catalogRegistered: true,
      catalogReused: reused
    };
  }
  addClientTools(params) {
    const { tools } = params;
    const unchanged = { tools, compacted: false, catalogToolCount: 0 };
    if (!this.enabledConfig(params)) return unchanged;
    const ref = params.catalogRef ?? this.scopedRef(params, false);
    const catalog = ref && append(ref, tools.filter(isCatalogued), this.options, params.toolHookContext);
    if (!catalog) return unchanged;
    return { tools: tools.filter(isDirectOnly), compacted: tools.some(isCatalogued), catalogToolCount: catalog.entries.length };
  }
  exec(ctx, input, call) {
    return this.run(ctx, input, call, false);
  }
  wait(ctx, input, call) {
    return this.resume(ctx, input, call, false);
  }
  /** `exec`; `asTool`, it rejects what a tool call rejects. */
  run(ctx, input, call, asTool) {
    let session;
    try {
      ctx ??= {};
      const { catalog, session: bound } = this.bind(ctx);
      session = bound;
      const { native: native2 } = this;
      const { code, command, language: language2 } = fields(input);
      const toolCallId = text(call?.toolCallId) ?? "";
      const signal = signalOf(call?.signal);
      const contextSignal = signalOf(ctx.abortSignal);
      if (isAborted(signal) || isAborted(contextSignal)) return this.abortedResult(session);
      const ticket = nextTicket();
      const refusal = native2.exec(ticket, session, code, command, language2, toolCallId);
      if (refusal) return refused(refusal, asTool);
      const cell = new Cell(this, ticket, catalog, ctx, toolCallId, contextSignal);
      cell.onUpdate = call?.onUpdate;
      this.cells.add(cell);
      beginCell(ticket, cell);
      return new Promise((resolve2) => {
        beginLeg(ticket, new Leg(this, ticket, cell, true, ctx.catalogRef?.current, signal, void 0, resolve2));
      });
    } catch (error) {
      return this.failed(error, session);
    }
  }
  /** `wait`; `asTool`, it rejects what a tool call rejects. */
  resume(ctx, input, call, asTool) {
    let session;
    try {
      ctx ??= {};
      ({ session } = this.bind(ctx));
      const { native: native2 } = this;
      const { runId, run_id } = fields(input);
      const signal = signalOf(call?.signal);
      const contextSignal = signalOf(ctx.abortSignal);
      if (isAborted(signal) || isAborted(contextSignal)) return this.abortedResult(session);
      const ticket = nextTicket();
      const refusal = native2.wait(ticket, session, runId, run_id, text(call?.toolCallId) ?? "");
      if (refusal) return refused(refusal, asTool);
      const cell = this.parkedCells.get(runId ?? run_id);
      if (cell) cell.onUpdate = call?.onUpdate;
      return new Promise((resolve2) => {
        beginLeg(ticket, new Leg(this, ticket, cell, false, ctx.catalogRef?.current, signal, contextSignal, resolve2));
      });
    } catch (error) {
      return this.failed(error, session);
    }
  }
  abortRun(scope) {
    if (!this.handle) return 0;
    return this.handle.abortRun(text(scope.agentId), text(scope.sessionId), text(scope.sessionKey), text(scope.runId));
  }
  endRun(scope) {
    const key = scopeKey(scope);
    if (key !== void 0) this.scoped.delete(key);
    return this.abortRun(scope);
  }
  stats() {
    return JSON.parse(this.native.stats());
  }
  close() {
    return this.closing ??= this.shut();
  }
  [Symbol.asyncDispose]() {
    return this.close();
  }
  async shut() {
    let handle;
    try {
      handle = this.native;
    } catch {
      return;
    }
    hold();
    try {
      await new Promise((resolve2) => {
        this.onClosed = resolve2;
        handle.close();
      });
    } finally {
      release();
      endRuntime(this.id);
      for (const cell of [...this.cells]) cell.ended();
      this.scoped.clear();
    }
  }
  forget(cell) {
    this.cells.delete(cell);
    if (cell.runId !== void 0) this.parkedCells.delete(cell.runId);
  }
  parked(cell, runId) {
    cell.runId = runId;
    if (this.cells.has(cell)) this.parkedCells.set(runId, cell);
  }
  /** The configuration, if code mode is on; fails closed where it is on and there is no addon. */
  enabledConfig(params) {
    try {
      const config = this.configFor(params);
      return config.enabled ? config : void 0;
    } catch (error) {
      const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
      if (unavailable && !isSwitchedOn(...this.rawConfig(params))) return void 0;
      throw error;
    }
  }
  configFor(from) {
    return resolve(...this.rawConfig(from));
  }
  rawConfig(from) {
    return [from.runtimeConfig ?? from.config ?? this.options.config, text(from.agentId) ?? this.options.agentId];
  }
  bind(ctx) {
    const raw = this.rawConfig(ctx);
    const agentId = text(ctx.agentId);
    const sessionId = text(ctx.sessionId);
    const sessionKey = text(ctx.sessionKey);
    const runId = text(ctx.runId);
    const catalog = this.catalogFor(ctx);
    const known = this.bindings.get(ctx);
    if (known && known.catalog === catalog && known.agentId === agentId && known.sessionId === sessionId && known.sessionKey === sessionKey && known.runId === runId && known.config.matches(...raw)) {
      return known;
    }
    const resolved = resolve(...raw);
    const session = new (native()).NativeSession(catalog.native, resolved.native, agentId, sessionId, sessionKey, runId);
    const binding = { agentId, sessionId, sessionKey, runId, config: resolved, catalog, session };
    this.bindings.set(ctx, binding);
    return binding;
  }
  catalogFor(ctx) {
    const ref = ctx.catalogRef ?? this.scopedRef(ctx, false);
    const session = ref?.current;
    return session ? catalogOf(session) : emptyCatalog();
  }
  /** The place of a scope's catalog, for runs that bring no `catalogRef`. */
  scopedRef(scope, create) {
    if (!create && this.scoped.size === 0) return void 0;
    const key = scopeKey(scope);
    if (key === void 0) return void 0;
    let ref = this.scoped.get(key);
    if (!ref) {
      if (!create) return void 0;
      ref = {};
    } else {
      this.scoped.delete(key);
    }
    this.scoped.set(key, ref);
    if (this.scoped.size > MAX_SCOPED_CATALOGS) this.scoped.delete(this.scoped.keys().next().value);
    return ref;
  }
  async abortedResult(session) {
    return JSON.parse(this.native.aborted(session));
  }
  async failed(error, session) {
    const code = error instanceof CodeModeError ? error.code : "internal_error";
    const { message } = describeThrown(error);
    try {
      return JSON.parse(this.native.failed(code, message, session));
    } catch {
      return withoutAddon(code, message);
    }
  }
};
function countInto(counts, cell, result) {
  const { searchCount, describeCount, callCount } = result.telemetry;
  const before = cell?.counted;
  counts.searchCount += searchCount - (before?.searchCount ?? 0);
  counts.describeCount += describeCount - (before?.describeCount ?? 0);
  counts.callCount += callCount - (before?.callCount ?? 0);
  if (cell && result.status === "waiting") cell.counted = { searchCount, describeCount, callCount };
}
function control(tools, name) {
  return tools.find((tool) => isCodeModeControlTool(tool) && tool.name === name);
}
function fields(input) {
  return typeof input === "object" && input !== null ? input : {};
}
async function refused(refusal, asTool) {
  if (asTool && refusal.rejects) throw new ToolInputError(refusal.code, refusal.message);
  return JSON.parse(refusal.result);
}
function text(value) {
  return typeof value === "string" ? value : void 0;
}
function scopeKey(scope) {
  const { agentId, sessionId, sessionKey, runId } = scope;
  if (!runId && !sessionId && !sessionKey) return void 0;
  return JSON.stringify([agentId, sessionId, sessionKey, runId]);
}
function withoutAddon(code, error) {
  const failed = {
    status: "failed",
    error,
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
      timing: { transformMs: 0, guestMs: 0, hostWaitMs: 0, totalMs: 0 }
    }
  };
  if (code !== void 0) failed.code = code;
  return failed;
}
function createCodeModeRuntime(options = {}) {
  return new Runtime(options);
}

// js/default-runtime.ts
var current;
function defaultRuntime() {
  return current ??= new Runtime({});
}
function setDefaultCodeModeRuntime(runtime) {
  current = runtime;
}
function createCodeModeTools(ctx) {
  return defaultRuntime().createTools(ctx);
}
function applyCodeModeCatalog(params) {
  return defaultRuntime().applyCatalog(params);
}
function addClientToolsToCodeModeCatalog(params) {
  return defaultRuntime().addClientTools(params);
}
function createToolSearchCatalogRef() {
  return {};
}

// js/hooks.ts
var CODE_MODE_EXEC_TOOL_KIND = "code_mode_exec";
function isExec(tool) {
  return isCodeModeControlTool(tool) && tool.name === CODE_MODE_EXEC_TOOL_NAME;
}
function isParams(params) {
  return typeof params === "object" && params !== null && !Array.isArray(params);
}
function language(params) {
  return isParams(params) ? params.language : void 0;
}
function getCodeModeExecBeforeHookMetadata(call) {
  return isExec(call.tool) ? native().hookMetadata(language(call.params)) : void 0;
}
function getCodeModeExecBeforeHookMetadataForToolKind(call) {
  if (call.toolKind !== CODE_MODE_EXEC_TOOL_KIND) return void 0;
  return native().hookMetadataForKind(call.toolKind, language(call.params)) ?? void 0;
}
function normalizeCodeModeExecBeforeHookParams(call) {
  return isExec(call.tool) ? mirrored(call.params) : call.params;
}
function normalizeCodeModeExecBeforeHookParamsForToolKind(call) {
  return call.toolKind === CODE_MODE_EXEC_TOOL_KIND ? mirrored(call.params) : call.params;
}
function mirrored(params) {
  if (!isParams(params)) return params;
  return copied(params, native().mirrorExecParams(params.code, params.command));
}
function reconcileCodeModeExecBeforeHookParams(call) {
  const { tool, originalParams, adjustedParams } = call;
  if (!isExec(tool) || !isParams(adjustedParams)) return adjustedParams;
  const shown = isParams(call.hookParams) ? call.hookParams : mirrored(originalParams);
  if (!isParams(shown)) return adjustedParams;
  return copied(
    adjustedParams,
    native().reconcileExecParams(shown.code, shown.command, adjustedParams.code, adjustedParams.command)
  );
}
function copied(params, field2) {
  if (!field2) return params;
  return { ...params, [field2]: field2 === "code" ? params.command : params.code };
}
export {
  CODE_MODE_EXEC_TOOL_KIND,
  CODE_MODE_EXEC_TOOL_NAME,
  CODE_MODE_WAIT_TOOL_NAME,
  CodeModeError,
  ToolInputError,
  addClientToolsToCodeModeCatalog,
  applyCodeModeCatalog,
  assertCodeModeToolSurface,
  createCodeModeRuntime,
  createCodeModeTools,
  createToolSearchCatalogRef,
  getCodeModeExecBeforeHookMetadata,
  getCodeModeExecBeforeHookMetadataForToolKind,
  isCodeModeControlTool,
  markCodeModeControlTool,
  normalizeCodeModeExecBeforeHookParams,
  normalizeCodeModeExecBeforeHookParamsForToolKind,
  reconcileCodeModeExecBeforeHookParams,
  resolveCodeModeConfig,
  setDefaultCodeModeRuntime
};
