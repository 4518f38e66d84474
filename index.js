// Generated from js/ by `npm run build`; changes here are lost.


// js/native.ts
import { createRequire } from "node:module";

// js/errors.ts
var CodeModeError = class extends Error {
  name = "CodeModeError";
  code;
  /** Whose fault it is, where the message does not say: `namespace "…" of plugin "…"`. */
  detail;
  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
};
var ToolInputError = class extends Error {
  name = "ToolInputError";
  code;
  /** As of `CodeModeError`. */
  detail;
  constructor(code, message, detail) {
    super(message);
    this.code = code;
    if (typeof detail === "string") this.detail = detail;
  }
};
function isOf(error, kind) {
  try {
    return error instanceof kind;
  } catch {
    return false;
  }
}
function isCodeModeError(error) {
  return isOf(error, CodeModeError);
}
function isToolInputError(error) {
  return isOf(error, ToolInputError);
}
function isObject(value) {
  return typeof value === "object" && value !== null || typeof value === "function";
}
var MAX_MESSAGE = 16384;
function describeThrown(thrown) {
  try {
    if (!isObject(thrown)) {
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
function clip(text3) {
  return text3.length > MAX_MESSAGE ? `${text3.slice(0, MAX_MESSAGE)}…` : text3;
}
function tell(listener, event) {
  try {
    const returned = listener?.(event);
    if (!isObject(returned)) return;
    Promise.resolve(returned).then(void 0, () => {
    });
  } catch {
  }
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

// js/given.ts
function reading(what, read2, code = "invalid_input") {
  try {
    return read2();
  } catch (error) {
    throw unreadable(what, error, code);
  }
}
function unreadable(what, error, code = "invalid_input") {
  if (isCodeModeError(error)) return error;
  return new CodeModeError(code, `${what} cannot be read: ${describeThrown(error).message}`);
}
function objectOf(what, value) {
  if (!isObject(value)) throw new CodeModeError("invalid_input", `${what} must be an object.`);
  return value;
}
function objectOrNothing(what, value) {
  return value === void 0 || value === null ? {} : objectOf(what, value);
}
function arrayOf(what, value) {
  if (!Array.isArray(value)) throw new CodeModeError("invalid_input", `${what} must be an array.`);
  return value;
}
function functionOrNothing(what, value, code = "invalid_input") {
  if (value === void 0 || value === null) return void 0;
  if (typeof value !== "function") throw new CodeModeError(code, `${what} must be a function.`);
  return value;
}
function nameOrNothing(what, value) {
  if (typeof value === "string") return value;
  if (value === void 0 || value === null) return void 0;
  throw new CodeModeError("invalid_input", `${what} must be a string.`);
}
function scopeOf(scope) {
  const { agentId, sessionId, sessionKey, runId } = scope;
  return {
    agentId: nameOrNothing("agentId", agentId),
    sessionId: nameOrNothing("sessionId", sessionId),
    sessionKey: nameOrNothing("sessionKey", sessionKey),
    runId: nameOrNothing("runId", runId)
  };
}
function text(value) {
  return typeof value === "string" ? value : void 0;
}
function isNamedBy(scope, by) {
  const names = ["agentId", "sessionId", "sessionKey", "runId"];
  const given = names.filter((name) => typeof by[name] === "string" && by[name] !== "");
  return given.length > 0 && given.every((name) => by[name] === scope[name]);
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
  const { base, overlay, baseValues, overlayValues } = reading(
    "config",
    () => {
      const raw = pick(config, agentId);
      return { base: wire(raw.base), overlay: wire(raw.overlay), baseValues: snapshot(raw.base), overlayValues: snapshot(raw.overlay) };
    },
    "invalid_config"
  );
  const key = `${base ?? ""}
${overlay ?? ""}`;
  let entry = cached.get(key);
  if (!entry) {
    const made = guarded(() => new (native()).NativeConfig(base ?? null, overlay ?? null));
    entry = { native: made, enabled: made.enabled };
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value);
    cached.set(key, entry);
  }
  return {
    ...entry,
    timeoutMs: () => JSON.parse(entry.native.json()).timeoutMs,
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
    return JSON.parse(resolve(config, text(agentId)).native.json());
  } catch (error) {
    const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
    if (!unavailable || isSwitchedOn(config, agentId)) throw error;
    return { ...DISABLED, languages: [...DISABLED.languages] };
  }
}

// js/bounds.ts
var MAX_DESCRIPTION = 65536;
var MAX_NAME = 1024;
var MAX_SCHEMA = 1 << 20;
var MAX_DEPTH = 1e3;
var EACH = 4;
function cut(value, most) {
  if (typeof value !== "string") return void 0;
  if (value.length <= most) return value;
  const last = value.charCodeAt(most - 2);
  return `${value.slice(0, last >= 55296 && last < 56320 ? most - 2 : most - 1)}…`;
}
function bearable(schema) {
  if (typeof schema !== "object" || schema === null) return void 0;
  return spend(schema, MAX_SCHEMA, []) < 0 ? void 0 : schema;
}
function spend(value, room, above) {
  room -= EACH;
  if (typeof value === "string") return room - value.length;
  if (typeof value !== "object" || value === null) return room;
  if (above.includes(value)) throw new TypeError("a schema that contains itself");
  if (above.length === MAX_DEPTH) return -1;
  if (ArrayBuffer.isView(value)) return room - value.byteLength * EACH;
  above.push(value);
  if (Array.isArray(value)) {
    if (value.length * EACH > room) return -1;
    for (let at = 0; at < value.length && room >= 0; at++) room = spend(value[at], room, above);
  } else {
    for (const key of Object.keys(value)) {
      room = spend(value[key], room - key.length, above);
      if (room < 0) break;
    }
  }
  above.pop();
  return room;
}

// js/definitions.ts
var TOOL_SEARCH_CONTROLS = /* @__PURE__ */ new Set([
  "tool_search_code",
  "tool_search",
  "tool_describe",
  "tool_call"
]);
function isToolSearchControl(tool) {
  return TOOL_SEARCH_CONTROLS.has(tool.name);
}
function isDirectOnly(tool) {
  return tool.catalogMode === "direct-only";
}
function readable(tools) {
  const skipped = [];
  const kept = tools.filter((tool) => {
    try {
      const reason = !isObject(tool) ? "it is no object." : typeof tool.name !== "string" ? "name is no string." : void 0;
      if (reason === void 0) void tool.catalogMode;
      else skipped.push({ reason });
      return reason === void 0;
    } catch (error) {
      skipped.push({ reason: unreadable("it", error).message });
      return false;
    }
  });
  return { tools: kept, skipped };
}
var NOT_CALLABLE = "execute is no function.";
function isCallable(tool) {
  try {
    return typeof tool.execute === "function";
  } catch {
    return false;
  }
}
function unusable(name, reason) {
  const skipped = typeof name === "string" ? { name, reason } : { reason };
  return { described: { name: "" }, mcp: void 0, tool: {}, text: "null", skipped };
}
function define(from, tool, classOf, id) {
  let named2;
  try {
    const { name, label, description, parameters } = from;
    named2 = name;
    if (!isCallable(tool)) return unusable(name, NOT_CALLABLE);
    const { source, sourceName, mcp } = classOf;
    const text3 = JSON.stringify({
      id: cut(id, MAX_NAME),
      name: cut(name, MAX_NAME),
      label: cut(label, MAX_NAME),
      description: cut(description, MAX_DESCRIPTION),
      parameters: bearable(parameters),
      source,
      sourceName: cut(sourceName, MAX_NAME),
      mcp: mcp && origin(mcp)
    });
    return { described: { name, label, description, parameters }, mcp, tool, text: text3 };
  } catch (error) {
    return unusable(named2, unreadable("it", error).message);
  }
}
function origin(mcp) {
  const { serverName, safeServerName, toolName, operation } = mcp;
  return {
    serverName: cut(serverName, MAX_NAME),
    safeServerName: cut(safeServerName, MAX_NAME),
    toolName: cut(toolName, MAX_NAME),
    operation: cut(operation, MAX_NAME)
  };
}
var ASK_EVERY = 1 << 20;
function defineEach(from, describe) {
  const within = (characters2) => guarded(() => native().checkCatalogSize(from.length, characters2));
  within(0);
  let characters = 0;
  let asked = 0;
  return from.map((one) => {
    const definition = describe(one);
    characters += definition.text.length;
    if (characters - asked >= ASK_EVERY) within(asked = characters);
    return definition;
  });
}
function taken(entry) {
  try {
    return define(entry, entry.tool, entry, entry.id);
  } catch (error) {
    return unusable(void 0, unreadable("it", error).message);
  }
}
function defineAll(tools, { classifyTool, wrapTool }, hookContext, classOf = (said) => said) {
  return defineEach(tools, (tool) => {
    let step = "classifyTool";
    try {
      const said = classOf(classifyTool?.(tool) ?? tool);
      step = "wrapTool";
      const wrapped2 = wrapTool ? wrapTool(tool, hookContext) : tool;
      return define(tool, wrapped2, said);
    } catch (error) {
      return unusable(tool.name, `${step} failed: ${describeThrown(error).message}`);
    }
  });
}
function classOfClient({ sourceName }) {
  return sourceName === void 0 ? { source: "client" } : { source: "client", sourceName };
}
function skippedOf(definitions) {
  return definitions.flatMap(({ skipped }) => skipped ?? []);
}

// js/catalog.ts
function build(definitions, previous) {
  const text3 = `[${definitions.map((definition) => definition.text).join(",")}]`;
  const made = previous?.definitions === text3 ? previous.native : guarded(() => new (native()).NativeCatalog(text3));
  const tools = new Array(definitions.length).fill(void 0);
  const entries = [];
  const listing = JSON.parse(made.listing());
  for (const [origin2, id, source, owner] of listing) {
    const definition = definitions[origin2];
    if (!definition) continue;
    const { described, mcp, tool } = definition;
    const entry = { id, name: described.name, source, tool };
    if (described.label !== void 0) entry.label = described.label;
    if (described.description !== void 0) entry.description = described.description;
    if (described.parameters !== void 0) entry.parameters = described.parameters;
    if (owner !== null) entry.sourceName = owner;
    if (mcp !== void 0) entry.mcp = mcp;
    tools[origin2] = entry;
    entries.push(entry);
  }
  return { native: made, tools, definitions: text3, entries };
}
var registered = /* @__PURE__ */ new WeakMap();
function same(a, b) {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
function register(ref, tools, options, hookContext) {
  const session = sessionOf(ref);
  const before = session && registered.get(session);
  if (session && before && before.hookContext === hookContext && same(before.tools, tools)) {
    before.client = [];
    adopt(session, before.base);
    return { catalog: before.base, reused: true, skipped: skippedOf(before.definitions) };
  }
  const definitions = defineAll(tools, options, hookContext);
  const base = build(definitions, before?.base);
  const reused = before !== void 0 && base.native === before.base.native;
  const current2 = session && reused ? session : { entries: base.entries, searchCount: 0, describeCount: 0, callCount: 0 };
  registered.set(current2, { tools: [...tools], hookContext, definitions, base, client: [], full: before?.full });
  adopt(current2, base);
  reading("catalogRef", () => ref.current = current2);
  return { catalog: base, reused, skipped: skippedOf(definitions) };
}
function append(ref, tools, options, hookContext) {
  const session = sessionOf(ref);
  if (!session) return void 0;
  const present = catalogOf(session);
  let state = registered.get(session);
  if (!state) {
    const definitions = defineEach(present.entries, taken);
    state = { tools: [], hookContext, definitions, base: present, client: [], full: void 0 };
    registered.set(session, state);
  }
  const added = defineAll(tools, options, hookContext, classOfClient);
  const texts = new Set(added.map((definition) => definition.text));
  const client = [...state.client.filter((definition) => !texts.has(definition.text)), ...added];
  state.full = build([...state.definitions, ...client], state.full);
  state.client = client;
  adopt(session, state.full);
  return { catalog: state.full, skipped: skippedOf(added) };
}
function sessionOf(ref) {
  const session = ref.current;
  return session === void 0 || session === null ? void 0 : objectOf("catalogRef.current", session);
}
var adopted = /* @__PURE__ */ new WeakMap();
function adopt(session, catalog) {
  session.entries = catalog.entries;
  remember(catalog.entries, catalog);
}
function remember(entries, catalog) {
  if (adopted.get(entries)?.catalog !== catalog) adopted.set(entries, { held: [...entries], catalog });
}
function catalogOfEntries(entries) {
  const known = adopted.get(arrayOf("entries of a catalog", entries));
  if (known && same(known.held, entries)) return known.catalog;
  const made = build(defineEach(entries, taken), known?.catalog);
  const catalog = { ...made, tools: entries.map((entry, index) => made.tools[index] && entry), entries };
  remember(entries, catalog);
  return catalog;
}
function catalogOf(session) {
  return catalogOfEntries(session.entries);
}
function createCodeModeApiVirtualFiles(catalog = []) {
  const made = catalogFrom(catalog);
  return JSON.parse(guarded(() => made.native.apiFiles()));
}
function catalogFrom(given) {
  return reading("catalog", () => {
    if (Array.isArray(given)) return catalogOfEntries(given);
    const held = objectOf("catalog", given);
    if ("entries" in held) return catalogOf(held);
    const session = sessionOf(held);
    return session ? catalogOf(session) : emptyCatalog();
  });
}
var none;
function emptyCatalog() {
  return none ??= build([], void 0);
}

// js/control.ts
var CODE_MODE_EXEC_TOOL_NAME = "exec";
var CODE_MODE_WAIT_TOOL_NAME = "wait";
var MARK = /* @__PURE__ */ Symbol.for("openclaw.codeMode.controlTool");
var marked = /* @__PURE__ */ new WeakSet();
function markCodeModeControlTool(tool) {
  marked.add(objectOf("tool", tool));
  try {
    Object.defineProperty(tool, MARK, { value: true, enumerable: true, configurable: true, writable: true });
  } catch {
  }
  return tool;
}
function isCodeModeControlTool(tool) {
  if (typeof tool !== "object" || tool === null) return false;
  try {
    const { name } = tool;
    if (name !== CODE_MODE_EXEC_TOOL_NAME && name !== CODE_MODE_WAIT_TOOL_NAME) return false;
    return marked.has(tool) || tool[MARK] === true;
  } catch {
    return false;
  }
}

// js/bridge.ts
import { setImmediate, setInterval } from "node:timers";
var SETTLED = 0;
var CALL = 1;
var ENDED = 2;
var LIFECYCLE = 3;
var CLOSED = 4;
var SHARED = /* @__PURE__ */ Symbol.for(`openclaw.codeMode.environment:${new URL("./native.cjs", import.meta.url).href}`);
var shared = globalThis[SHARED] ?? share();
function share() {
  const made = {
    legs: /* @__PURE__ */ new Map(),
    cells: /* @__PURE__ */ new Map(),
    runtimes: /* @__PURE__ */ new Map(),
    host: void 0,
    lastTicket: 0,
    lastRuntime: 0,
    pulse: void 0,
    holders: 0
  };
  Object.defineProperty(globalThis, SHARED, { value: made });
  return made;
}
var { legs, cells, runtimes } = shared;
function environment() {
  return shared.host ??= new (native()).NativeHost(drain);
}
function drain() {
  inARow = 0;
  let events;
  try {
    events = shared.host.drain();
  } catch {
    return;
  }
  if (backlog) backlog.push(...events);
  else read(events);
}
var CHARACTERS_A_TURN = 262144;
var backlog;
var LISTEN_US = 60;
var MOST_IN_A_ROW = 16;
var MOST_SKIPPED = 7;
var SHORT = 16384;
var listening = false;
var inARow = 0;
var skips = 0;
var toSkip = 0;
function expectNews() {
  if (listening || legs.size !== 1 || backlog || inARow >= MOST_IN_A_ROW) return;
  if (toSkip > 0) {
    toSkip--;
    return;
  }
  listening = true;
  queueMicrotask(listen);
}
function listen() {
  listening = false;
  if (legs.size !== 1 || backlog) return;
  inARow++;
  let events;
  try {
    events = shared.host.listen(LISTEN_US);
  } catch {
    return;
  }
  if (events.length === 0) {
    skips = Math.min(MOST_SKIPPED, 2 * skips + 1);
    toSkip = skips;
    return;
  }
  skips = 0;
  read(events);
}
function read(events) {
  let at = 0;
  let characters = 0;
  while (at < events.length) {
    if (characters >= CHARACTERS_A_TURN) {
      backlog = events.slice(at);
      setImmediate(() => {
        const rest = backlog ?? [];
        backlog = void 0;
        read(rest);
      });
      return;
    }
    const kind = events[at];
    const id = events[at + 1];
    try {
      switch (kind) {
        case SETTLED: {
          const result = events[at + 2];
          at += 3;
          if (result.length > SHORT) inARow = MOST_IN_A_ROW;
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
          const { length } = events[from + 3];
          if (length > SHORT) inARow = MOST_IN_A_ROW;
          characters += length;
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
  return ++shared.lastTicket;
}
function beginLeg(ticket, leg) {
  legs.set(ticket, leg);
  hold();
  expectNews();
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
  runtimes.set(++shared.lastRuntime, listener);
  return shared.lastRuntime;
}
function endRuntime(id) {
  runtimes.delete(id);
}
var LONGEST = 2 ** 31 - 1;
function hold() {
  shared.pulse ??= setInterval(() => {
  }, LONGEST);
  if (shared.holders++ === 0) shared.pulse.ref();
}
function release() {
  if (--shared.holders === 0) shared.pulse?.unref();
}

// js/namespaces/registry.ts
var REGISTRY = /* @__PURE__ */ Symbol.for("openclaw.codeMode.namespaces");
var TOOL_CALL = /* @__PURE__ */ Symbol.for("openclaw.codeMode.namespaceToolCall");
function registrations() {
  const holder = globalThis;
  const there = holder[REGISTRY]?.registrations;
  if (typeof there?.get === "function") return there;
  const made = { registrations: /* @__PURE__ */ new Map() };
  Object.defineProperty(globalThis, REGISTRY, { value: made, configurable: true, writable: true });
  return made.registrations;
}
function checked(check) {
  try {
    guarded(check);
  } catch (error) {
    if (error instanceof CodeModeError && error.code === "runtime_unavailable") return;
    throw error;
  }
}
function text2(value) {
  return typeof value === "string" ? value : "";
}
function registerCodeModeNamespaceForPlugin(pluginId, registration) {
  const there = registrations();
  const { id, globalName, description, prompt, createScope, names } = reading("Code mode namespace registration", () => {
    const { id: id2, globalName: globalName2, description: description2, prompt: prompt2, requiredToolNames, createScope: createScope2 } = registration ?? {};
    const names2 = Array.isArray(requiredToolNames) ? requiredToolNames.map(text2) : [];
    return { id: id2, globalName: globalName2, description: description2, prompt: prompt2, createScope: createScope2, names: names2 };
  });
  const own = {
    pluginId: text2(pluginId).trim(),
    id: text2(id).trim(),
    globalName: text2(globalName).trim(),
    requiredToolNames: names.map((name) => name.trim())
  };
  checked(
    () => native().checkNamespace(
      { ...own, createScopeIsFunction: typeof createScope === "function", isGlobal: own.globalName in globalThis },
      [...there.values()].map((other) => ({ id: text2(other.id), globalName: text2(other.globalName) }))
    )
  );
  there.set(own.id, {
    ...own,
    requiredToolNames: [...new Set(own.requiredToolNames)],
    ...typeof description === "string" ? { description } : {},
    ...typeof prompt === "string" || typeof prompt === "function" ? { prompt } : {},
    // Called on the registration, whose `this` a class-based plugin may rely on.
    createScope: (ctx) => createScope.call(registration, ctx)
  });
}
function listCodeModeNamespaces() {
  return [...registrations().values()].sort((a, b) => a.id < b.id ? -1 : 1);
}
function hasNamespaces() {
  return registrations().size > 0;
}
function clearCodeModeNamespacesForPlugin(pluginId) {
  const there = registrations();
  const owner = text2(pluginId).trim();
  for (const [id, registration] of [...there]) {
    if (registration.pluginId === owner) there.delete(id);
  }
}
function clearCodeModeNamespacesForTest() {
  registrations().clear();
}
function createCodeModeNamespaceTool(toolName, inputMapper) {
  const name = text2(toolName).trim();
  if (name === "") checked(() => native().checkNamespaceTool(name));
  const marker = { [TOOL_CALL]: true, toolName: name };
  const mapper = functionOrNothing("Code mode namespace inputMapper", inputMapper);
  if (mapper) marker.input = mapper;
  return Object.freeze(marker);
}
function markerOf(value) {
  if (value[TOOL_CALL] !== true) return void 0;
  const { toolName, input } = value;
  if (typeof toolName !== "string") return void 0;
  return { toolName, ...typeof input === "function" ? { input } : {} };
}

// js/namespaces/scope.ts
var MAX_NODES = 1e4;
var MAX_DEPTH2 = 32;
var MAX_TEXT = 1 << 20;
var MAX_SHOWN = 200;
function refuse(message) {
  throw new CodeModeError("invalid_input", message);
}
function walkScope(id, value) {
  const walk = new Walk();
  try {
    if (!isRecord(value) || markerOf(value)) refuse(`Code mode namespace "${id}" createScope must return an object.`);
    return { scope: walk.node(value), calls: walk.calls };
  } catch (error) {
    if (error === BROAD) return { scope: broad(), calls: walk.calls };
    if (error === LONG) return { scope: { kind: "value", json: "x".repeat(MAX_TEXT + 1) }, calls: walk.calls };
    if (error instanceof CodeModeError) throw error;
    return refuse(`Code mode namespace "${id}" scope could not be read at ${walk.where()}.`);
  }
}
var BROAD = /* @__PURE__ */ Symbol("too many or too deep");
var LONG = /* @__PURE__ */ Symbol("too long");
function broad() {
  let node = { kind: "value", json: null };
  for (let depth = 0; depth <= MAX_DEPTH2; depth++) node = { kind: "object", entries: [["x", node]] };
  return node;
}
var Walk = class {
  calls = /* @__PURE__ */ new Map();
  path = [];
  /** The objects that the current one is in. */
  above = /* @__PURE__ */ new Set();
  nodes = 0;
  /** `toJSON` within `toJSON`. */
  conversions = 0;
  text = 0;
  where() {
    const path = this.path.join(".");
    return path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path || "(root)";
  }
  node(value) {
    if (++this.nodes > MAX_NODES || this.path.length > MAX_DEPTH2) throw BROAD;
    switch (typeof value) {
      case "string":
        return { kind: "value", json: this.said(value) };
      case "number":
        return { kind: "value", json: Number.isFinite(value) ? value : null };
      case "boolean":
        return { kind: "value", json: value };
      case "bigint":
      case "symbol":
        return { kind: "value", json: this.said(String(value)) };
      case "function":
        return refuse(`Code mode namespace function at ${this.where()} must be created with createCodeModeNamespaceTool.`);
      case "undefined":
        return { kind: "value", json: null };
      default:
        return value === null ? { kind: "value", json: null } : this.object(value);
    }
  }
  object(value) {
    const marker = markerOf(value);
    if (marker) {
      this.calls.set(JSON.stringify(this.path), marker);
      return { kind: "call", tool: this.said(marker.toolName) };
    }
    if (this.above.has(value)) refuse(`Circular code mode namespace scope at ${this.where()}.`);
    this.above.add(value);
    try {
      if (Array.isArray(value)) return this.array(value);
      return this.foreign(value) ?? this.entries(value);
    } finally {
      this.above.delete(value);
    }
  }
  array(value) {
    const { length } = value;
    if (!(length <= MAX_NODES)) throw BROAD;
    const items = [];
    for (let at = 0; at < length; at++) items.push(this.at(String(at), () => value[at]));
    return { kind: "array", items };
  }
  entries(value) {
    const keys = Object.keys(value);
    if (keys.length > MAX_NODES) throw BROAD;
    const entries = [];
    for (const key of keys) {
      this.said(key);
      entries.push([key, this.at(key, () => value[key])]);
    }
    return { kind: "object", entries };
  }
  /** What is more than its properties: what JSON makes of it, or its name. */
  foreign(value) {
    if (isPlain(value)) return void 0;
    if (ArrayBuffer.isView(value)) return { kind: "value", json: this.numbers(value) };
    if (value instanceof Error) {
      return { kind: "value", json: { name: this.said(String(value.name)), message: this.said(String(value.message)) } };
    }
    const { toJSON } = value;
    if (typeof toJSON === "function") {
      if (++this.conversions > MAX_DEPTH2) throw BROAD;
      const node = this.node(toJSON.call(value, ""));
      this.conversions--;
      return node;
    }
    return isRecord(value) ? void 0 : { kind: "value", json: this.said(Object.prototype.toString.call(value)) };
  }
  numbers(view) {
    if (view instanceof DataView) return this.numbers(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    const elements = view;
    this.long(elements.length);
    return Array.from(elements, (element) => typeof element === "bigint" ? String(element) : Number.isFinite(element) ? element : null);
  }
  at(segment, read2) {
    this.path.push(segment);
    const node = this.node(read2());
    this.path.pop();
    return node;
  }
  /** Counts text in, and mends what is no Unicode. */
  said(text3) {
    this.long(text3.length);
    return text3.toWellFormed();
  }
  long(units) {
    this.text += units;
    if (this.text > MAX_TEXT) throw LONG;
  }
};
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
function isRecord(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return isPlain(value) || Object.prototype.toString.call(value) === "[object Object]";
}

// js/namespaces/visible.ts
var NONE = [];
var answers = /* @__PURE__ */ new WeakMap();
function visibleNamespaces(catalog) {
  if (!hasNamespaces() || catalog.entries.length === 0) return NONE;
  const seen = answers.get(catalog) ?? /* @__PURE__ */ new WeakMap();
  answers.set(catalog, seen);
  return listCodeModeNamespaces().filter((registration) => {
    const known = seen.get(registration);
    if (known !== void 0) return known;
    const { pluginId, requiredToolNames } = registration;
    const visible = native().namespaceIsVisible(catalog.native, pluginId, [...requiredToolNames]);
    seen.set(registration, visible);
    return visible;
  });
}
function namespaceContext(ctx) {
  const { config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef, abortSignal } = ctx;
  return { config, runtimeConfig, agentId, sessionKey, sessionId, runId, catalogRef, abortSignal };
}
function shownNamespaces(catalog, ctx) {
  return visibleNamespaces(catalog).map((registration) => {
    const shown2 = { globalName: registration.globalName };
    if (typeof registration.description === "string") shown2.description = registration.description;
    const prompt = promptOf(registration, ctx);
    if (prompt !== void 0) shown2.prompt = prompt;
    return shown2;
  });
}
function promptOf({ prompt }, ctx) {
  try {
    const made = typeof prompt === "function" ? prompt(ctx) : prompt;
    return typeof made === "string" ? made : void 0;
  } catch {
    return void 0;
  }
}
async function buildScopes(registrations2, ctx) {
  const built = await Promise.allSettled(registrations2.map((registration) => buildScope(registration, { ...ctx })));
  const calls = /* @__PURE__ */ new Map();
  const descriptors = [];
  const wire2 = [];
  built.forEach((outcome, index) => {
    if (outcome.status === "rejected") {
      const { id: id2, pluginId: pluginId2 } = registrations2[index];
      if (isCodeModeError(outcome.reason)) outcome.reason.detail = `namespace "${id2}" of plugin "${pluginId2}"`;
      throw outcome.reason;
    }
    const { id, pluginId, globalName, description, requiredToolNames } = registrations2[index];
    const { scope, calls: own } = outcome.value;
    calls.set(id, own);
    descriptors.push({ id, globalName, ...description === void 0 ? {} : { description }, scope });
    wire2.push({ id, pluginId, globalName, tools: requiredToolNames, scope });
  });
  return {
    wire: JSON.stringify(wire2),
    descriptors,
    marker: (namespaceId, path) => calls.get(namespaceId)?.get(JSON.stringify(path))
  };
}
async function buildScope(registration, ctx) {
  let scope;
  try {
    scope = await registration.createScope(ctx);
  } catch (thrown) {
    const { message } = describeThrown(thrown);
    throw new CodeModeError("invalid_input", `Code mode namespace "${registration.id}" createScope failed: ${message}`);
  }
  return walkScope(registration.id, scope);
}
async function mapInput(marker, args) {
  const input = marker?.input ? await marker.input(args) : args[0];
  return input ?? {};
}
function describeCodeModeNamespacesForPrompt(ctx, catalog) {
  return reading("ctx", () => {
    const context = namespaceContext(objectOrNothing("ctx", ctx));
    const from = catalog ?? context.catalogRef;
    if (!from) return "";
    const made = catalogFrom(from);
    return guarded(() => native().describeNamespaces(made.native, shownNamespaces(made, context)));
  });
}
async function createCodeModeNamespaceRuntime(ctx, catalog = []) {
  const made = catalogFrom(catalog);
  const registrations2 = visibleNamespaces(made);
  const built = await buildScopes(registrations2, reading("ctx", () => namespaceContext(objectOrNothing("ctx", ctx))));
  const scopes = guarded(() => new (native()).NativeScopes(built.wire));
  return {
    descriptors: built.descriptors,
    async invoke(namespaceId, path, args, executeTool) {
      const segments = reading("path", () => arrayOf("path", path).map(String));
      if (typeof executeTool !== "function") throw new CodeModeError("invalid_input", "executeTool must be a function.");
      const origin2 = guarded(() => scopes.target(made.native, text(namespaceId) ?? "", segments));
      const entry = made.tools[origin2];
      const { pluginId } = registrations2.find(({ id }) => id === namespaceId);
      const input = await mapInput(built.marker(namespaceId, segments), [...arrayOf("args", args)]);
      const result = await executeTool({ pluginId, toolName: entry.name, input, namespaceId, path: segments, entry });
      return JSON.parse(JSON.stringify(detailsOf(result)) ?? "null");
    }
  };
}
function detailsOf(result) {
  if (typeof result !== "object" || result === null) return result;
  const { details, content } = result;
  if (details === void 0 || details === null) return result;
  const empty = typeof details === "object" && !Array.isArray(details) && Object.keys(details).length === 0;
  return empty && content !== void 0 && content !== null ? result : details;
}

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
  const allowed = listed(directOnly).filter((name) => typeof name === "string");
  guarded(() => native().assertToolSurface(listed(names).map(shown), allowed));
}
function listed(names) {
  try {
    return [...names];
  } catch {
    return [];
  }
}
function shown(name) {
  return typeof name === "string" ? name : `(${name === null ? "null" : typeof name})`;
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
function describeExec(tool, catalog, config, ctx) {
  if (tool.name !== CODE_MODE_EXEC_TOOL_NAME || !isCodeModeControlTool(tool)) return tool;
  const description = guarded(() => native().describeExec(catalog.native, config.native, shownNamespaces(catalog, ctx)));
  try {
    tool.description = description;
    return tool;
  } catch {
    return markCodeModeControlTool({ ...tool, description });
  }
}

// js/activation.ts
function applyCatalog(contexts, options, params, config) {
  const unchanged = { compacted: false, catalogToolCount: 0, catalogRegistered: false, catalogReused: false };
  if (!config) return { tools: params.tools, ...unchanged };
  const { tools, skipped } = readable(arrayOf("tools", params.tools));
  const ref = contexts.refOf(params, true);
  if (!ref || !tools.some(isCodeModeControlTool)) {
    return { tools: tools.filter((tool) => !isToolSearchControl(tool)), ...unchanged };
  }
  const { catalog, reused, skipped: unusable2 } = register(ref, catalogued(tools, skipped), options, params.toolHookContext);
  const visible = [
    control(tools, CODE_MODE_EXEC_TOOL_NAME),
    control(tools, CODE_MODE_WAIT_TOOL_NAME),
    ...tools.filter((tool) => isDirectOnly(tool) && !isCodeModeControlTool(tool) && !isToolSearchControl(tool))
  ].filter((tool) => tool !== void 0);
  return {
    tools: visible.map((tool) => describeExec(tool, catalog, config, namespaceContext(params))),
    compacted: catalog.entries.length > 0,
    catalogToolCount: catalog.entries.length,
    catalogRegistered: true,
    catalogReused: reused,
    ...named([...skipped, ...unusable2])
  };
}
function addClientTools(contexts, options, params, config) {
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
    ...named([...skipped, ...added.skipped])
  };
}
function catalogued(tools, skipped) {
  return tools.filter((tool) => {
    if (isCodeModeControlTool(tool) || isToolSearchControl(tool) || isDirectOnly(tool)) return false;
    if (isCallable(tool)) return true;
    skipped.push({ name: tool.name, reason: NOT_CALLABLE });
    return false;
  });
}
function named(skipped) {
  return skipped.length > 0 ? { skipped } : {};
}
function control(tools, name) {
  return tools.find((tool) => isCodeModeControlTool(tool) && tool.name === name);
}

// js/signals.ts
var Watch = class {
  constructor(signal) {
    this.signal = signal;
  }
  signal;
  watchers = /* @__PURE__ */ new Set();
  handleEvent() {
    const reason = reasonOf(this.signal);
    const watchers = [...this.watchers];
    this.watchers.clear();
    this.remove();
    for (const watcher of watchers) {
      try {
        watcher.abort(reason);
      } catch {
      }
    }
  }
  add(watcher) {
    if (this.watchers.size === 0) {
      try {
        this.signal.addEventListener("abort", this, { once: true });
      } catch (error) {
        throw new CodeModeError("invalid_input", `the abort signal cannot be listened to: ${describeThrown(error).message}`);
      }
    }
    this.watchers.add(watcher);
  }
  delete(watcher) {
    if (this.watchers.delete(watcher) && this.watchers.size === 0) this.remove();
  }
  /** Hosts hand over things that only look like signals: what cannot be removed stays, and tells nobody. */
  remove() {
    try {
      this.signal.removeEventListener("abort", this);
    } catch {
    }
  }
};
var watches = /* @__PURE__ */ new WeakMap();
function isAborted(signal) {
  return signal?.aborted === true;
}
function reasonOf(signal) {
  try {
    return signal.reason;
  } catch {
    return void 0;
  }
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

// js/trajectory.ts
var MAX_KEPT = 4096;
var MAX_KEPT_TEXT = 8 * 1024 * 1024;
var MAX_LISTED = 256;
var Trajectory = class {
  constructor(listener) {
    this.listener = listener;
  }
  listener;
  kept = [];
  open = /* @__PURE__ */ new Set();
  begun = 0;
  keptText = 0;
  begin(event) {
    const call = { event, index: this.begun++, inputText: 0 };
    this.open.add(call);
    return call;
  }
  /** A call is over, with so much JSON text of its result; whatever is said of it later is ignored. */
  end(call, outcome, resultText) {
    if (!this.open.delete(call)) return;
    const event = { ...call.event, endedAt: Date.now() };
    if ("error" in outcome) {
      event.result = { content: [{ type: "text", text: outcome.error }] };
      event.isError = true;
    } else {
      event.result = outcome.result;
    }
    if (call.index < MAX_KEPT) this.keep(call.index, event, call.inputText + resultText);
    tell(this.listener, event);
  }
  /** A guest chooses how much its calls say: beyond the bound only that they were made is kept. */
  keep(index, event, text3) {
    this.keptText += text3;
    if (this.keptText <= MAX_KEPT_TEXT) {
      this.kept[index] = event;
      return;
    }
    const { result: _, ...bare } = event;
    this.kept[index] = { ...bare, input: void 0 };
  }
  /** The cell is over: what is still under way is cut off. */
  cutOff(why) {
    for (const call of [...this.open]) this.end(call, { error: why }, why.length);
  }
  /** The calls of the cell as its results list them: for a result that could not be made where the cell is. */
  made() {
    const made = [];
    const list = ({ catalogId: id, toolName: name, toolCallId }, status) => ({ id, name, toolCallId, status });
    this.kept.slice(0, MAX_LISTED).forEach((event, index) => {
      if (event) made[index] = list(event, event.isError ? "failed" : "completed");
    });
    for (const { event, index } of this.open) if (index < MAX_LISTED) made[index] = list(event, "pending");
    return made.filter((call) => call !== void 0);
  }
  /** The calls that are over, in the order in which they began. */
  events() {
    return this.kept.filter((event) => event !== void 0);
  }
};
var trajectories = /* @__PURE__ */ new WeakMap();
function attach(result, trajectory) {
  trajectories.set(result, trajectory);
}
function projectNestedToolCalls(result) {
  if (!isObject(result)) return [];
  const own = trajectories.get(result);
  if (own) return own.events();
  const details = reading("result", () => result.details);
  return isObject(details) ? trajectories.get(details)?.events() ?? [] : [];
}

// js/cell.ts
var CUT_OFF = "the code mode cell ended before this call did.";
var STOPPED = "code mode run was aborted.";
var Cell = class {
  constructor(owner, ticket, catalog, context, parentToolCallId, contextSignal, namespaces, scope) {
    this.owner = owner;
    this.ticket = ticket;
    this.catalog = catalog;
    this.context = context;
    this.parentToolCallId = parentToolCallId;
    this.namespaces = namespaces;
    this.scope = scope;
    this.contextSignal = contextSignal;
  }
  owner;
  ticket;
  catalog;
  context;
  parentToolCallId;
  namespaces;
  scope;
  /** Where updates of nested tools go: the exec or wait that is under way. */
  onUpdate;
  /** Known once the cell has been parked. */
  runId;
  /** What earlier results have said of searches and calls. */
  counted;
  // These are made with the first nested call: most cells make none.
  calls;
  controller;
  update;
  pending = 0;
  over = false;
  /** It was aborted, and what it asked for before that may still be on the way here: nothing of it is begun any more. */
  stopped = false;
  /** Why the context's signal fired, if it has. */
  reason;
  contextSignal;
  /** Listens to the context's signal; throws what it throws. */
  attach() {
    if (this.contextSignal) watch(this.contextSignal, this);
  }
  detach() {
    if (this.contextSignal) unwatch(this.contextSignal, this);
  }
  /** The cell's nested calls, if it has made any. */
  get trajectory() {
    return this.calls;
  }
  /** The context's signal has fired. */
  abort(reason) {
    if (this.over) return;
    this.reason = reason;
    this.owner.native.abortCell(this.ticket);
    this.stopCalls(reason);
  }
  /** Whether `scope` names the agent run that this is for. */
  isOf(scope) {
    return isNamedBy(this.scope, scope);
  }
  /**
   * Gives the calls under way their signal and begins no other, without waiting for the addon to say that the cell is
   * over.
   */
  stopCalls(reason) {
    this.stopped = true;
    if (this.pending > 0) this.controller?.abort(reason);
  }
  ended() {
    if (this.over) return;
    this.over = true;
    this.onUpdate = void 0;
    this.detach();
    endCell(this.ticket);
    this.owner.forget(this);
    if (this.pending > 0) this.controller?.abort();
    this.calls?.cutOff(CUT_OFF);
  }
  call(call, origin2, toolCallId, input, namespace) {
    if (this.over) return;
    const entry = this.catalog.tools[origin2];
    if (!entry) {
      this.owner.native.answer(call, false, '{"message":"tool is not in the catalog"}');
      return;
    }
    this.pending++;
    void this.run(call, entry, toolCallId, input, namespace);
  }
  /** Never rejects, whatever the tool does. */
  async run(call, entry, toolCallId, input, namespace) {
    const calls = this.calls ??= new Trajectory(this.owner.onNestedCall);
    const event = {
      parentToolCallId: this.parentToolCallId,
      toolCallId,
      toolName: "",
      catalogId: "",
      input: void 0,
      startedAt: Date.now()
    };
    const begun = calls.begin(event);
    const clock = new Clock(this.owner.native, call);
    let ok = false;
    let text3;
    let result;
    let error = "";
    try {
      event.toolName = entry.name;
      event.catalogId = entry.id;
      begun.inputText = input.length;
      const given = JSON.parse(input);
      if (namespace === "") event.input = given;
      if (this.stopped) throw new Error(STOPPED);
      if (namespace !== "") {
        const mapped = await this.map(namespace, given);
        if (this.over) return;
        event.input = mapped;
        begun.inputText = Math.max(input.length, textLength(mapped));
        if (this.stopped) throw new Error(STOPPED);
      }
      result = await this.execute(entry, toolCallId, event.input, clock);
      if (this.over) return;
      text3 = carried2(result);
      ok = true;
    } catch (thrown) {
      if (this.over) return;
      const described = describeThrown(thrown);
      error = described.message;
      text3 = JSON.stringify(described);
    } finally {
      this.pending--;
      clock.stop();
    }
    try {
      this.owner.native.answer(call, ok, text3);
      if (this.pending === 0) expectNews();
    } catch (thrown) {
      try {
        this.owner.native.answer(call, false, JSON.stringify(describeThrown(thrown)));
      } catch {
      }
    }
    calls.end(begun, ok ? { result } : { error }, text3.length);
  }
  /** The tool's input that a call of a plugin namespace stands for; the core has checked id and path. */
  map(namespace, args) {
    const [id, path] = JSON.parse(namespace);
    return mapInput(this.namespaces?.marker(id, path), args);
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
    tell(this.onUpdate, partial);
  }
};
function carried2(result) {
  try {
    return JSON.stringify(result) ?? "null";
  } catch {
  }
  try {
    return JSON.stringify(result, (_, value) => typeof value === "bigint" ? String(value) : value) ?? "null";
  } catch (thrown) {
    const why = thrown instanceof RangeError ? "it is nested too deeply, at most 1000 levels" : describeThrown(thrown).message;
    throw new TypeError(`the tool is done, but JSON cannot carry its result: ${why}`);
  }
}
function textLength(input) {
  try {
    return carried2(input).length;
  } catch {
    return 0;
  }
}
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

// js/contexts.ts
var MAX_SCOPED_CATALOGS = 256;
var Contexts = class {
  /** `config` and `agentId` count where a context brings none. */
  constructor(defaults) {
    this.defaults = defaults;
  }
  defaults;
  bindings = /* @__PURE__ */ new WeakMap();
  scoped = /* @__PURE__ */ new Map();
  configFor(from) {
    return resolve(...this.rawConfig(from));
  }
  /** The configuration, if code mode is on; fails closed where it is on and there is no addon. */
  enabledConfig(from) {
    try {
      const config = this.configFor(from);
      return config.enabled ? config : void 0;
    } catch (error) {
      const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
      if (unavailable && !isSwitchedOn(...this.rawConfig(from))) return void 0;
      throw error;
    }
  }
  rawConfig(from) {
    return [from.runtimeConfig ?? from.config ?? this.defaults.config, nameOrNothing("agentId", from.agentId) ?? this.defaults.agentId];
  }
  /** What an `exec` or `wait` of this context works with. */
  bind(ctx) {
    const raw = this.rawConfig(ctx);
    const agentId = nameOrNothing("agentId", ctx.agentId);
    const sessionId = nameOrNothing("sessionId", ctx.sessionId);
    const sessionKey = nameOrNothing("sessionKey", ctx.sessionKey);
    const runId = nameOrNothing("runId", ctx.runId);
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
    const ref = this.refOf(ctx, false);
    const session = ref?.current;
    return session ? catalogOf(session) : emptyCatalog();
  }
  /** The place of a run's catalog: its own, or that of its scope. */
  refOf(from, create) {
    const { catalogRef } = from;
    if (catalogRef === void 0 || catalogRef === null) return this.scopedRef(from, create);
    if (!isObject(catalogRef)) throw new CodeModeError("invalid_input", "catalogRef must be an object.");
    return catalogRef;
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
  /** The agent run of this scope is over. */
  forget(scope) {
    const key = scopeKey(scope);
    if (key !== void 0) this.scoped.delete(key);
  }
  clear() {
    this.scoped.clear();
  }
};
function scopeKey(scope) {
  const { agentId, sessionId, sessionKey, runId } = scope;
  if (!runId && !sessionId && !sessionKey) return void 0;
  return JSON.stringify([agentId, sessionId, sessionKey, runId]);
}

// js/debug.ts
function isDebugging() {
  return process.env.OPENCLAW_DEBUG_CODE_MODE === "1";
}
function writeTransition(event) {
  const { type, at, cell, runId, toolCallId, reason, code, snapshotBytes, pending } = event;
  const facts = {
    cell,
    run: runId,
    // Ids come from the provider: whatever they hold, the line stays one line.
    call: toolCallId === void 0 ? void 0 : JSON.stringify(toolCallId),
    reason,
    code,
    snapshot: snapshotBytes === void 0 ? void 0 : `${snapshotBytes} B`,
    pending
  };
  const told = Object.entries(facts).filter(([, value]) => value !== void 0);
  const line = told.map(([name, value]) => ` ${name}=${value}`).join("");
  process.stderr.write(`[code-mode] ${new Date(at).toISOString()} ${type}${line}
`);
}

// js/results.ts
function withoutAddon(code, error) {
  return {
    status: "failed",
    error,
    code,
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
      timing: { transformMs: 0, guestMs: 0, hostWaitMs: 0, totalMs: 0 }
    }
  };
}
async function refused(refusal, asTool) {
  if (asTool && refusal.rejects) throw new ToolInputError(refusal.code, refusal.message, refusal.detail);
  return JSON.parse(refusal.result);
}
var NO_REASON = "This operation was aborted";
function withReason(result, reason) {
  if (reason === void 0 || result.status !== "failed" || result.code !== "aborted") return result;
  const { message } = describeThrown(reason);
  if (message !== NO_REASON) result.detail = message;
  return result;
}

// js/leg.ts
var Leg = class {
  constructor(owner, ticket, counts, signal, contextSignal, resolve2) {
    this.owner = owner;
    this.ticket = ticket;
    this.counts = counts;
    this.signal = signal;
    this.contextSignal = contextSignal;
    this.resolve = resolve2;
  }
  owner;
  ticket;
  counts;
  signal;
  contextSignal;
  resolve;
  /** Known once the addon has accepted the leg, or the cell is this leg's own. */
  cell;
  reason;
  /** Listens to the signals; throws what they throw. */
  attach() {
    if (this.signal) watch(this.signal, this);
    if (this.contextSignal) watch(this.contextSignal, this);
  }
  abort(reason) {
    this.reason = reason;
    const { cell } = this;
    if (!this.owner.native.abort(this.ticket, cell?.ticket ?? 0)) cell?.stopCalls(reason);
  }
  /** Listens to nobody any more. */
  detach() {
    if (this.signal) unwatch(this.signal, this);
    if (this.contextSignal) unwatch(this.contextSignal, this);
  }
  settled(text3) {
    const { cell } = this;
    let result;
    try {
      this.detach();
      result = withReason(JSON.parse(text3), this.reason ?? cell?.reason);
      if (this.counts) countInto(this.counts, cell, result);
      if (!cell) return;
      cell.onUpdate = void 0;
      if (cell.trajectory) {
        attach(result, cell.trajectory);
        if (result.calls.length === 0) result.calls = cell.trajectory.made();
      }
      if (result.status === "waiting") this.owner.parked(cell, result.runId);
      else cell.ended();
    } catch (error) {
      result ??= withoutAddon("internal_error", describeThrown(error).message);
    } finally {
      this.resolve(result);
    }
  }
};
function countInto(counts, cell, result) {
  const { searchCount, describeCount, callCount } = result.telemetry;
  const before = cell?.counted;
  add(counts, "searchCount", searchCount - (before?.searchCount ?? 0));
  add(counts, "describeCount", describeCount - (before?.describeCount ?? 0));
  add(counts, "callCount", callCount - (before?.callCount ?? 0));
  if (cell && result.status === "waiting") cell.counted = { searchCount, describeCount, callCount };
}
function add(counts, counter, more) {
  try {
    const before = counts[counter];
    counts[counter] = (typeof before === "number" ? before : 0) + more;
  } catch {
  }
}

// js/options.ts
var SETTINGS = ["workers", "maxSuspendedRuns", "maxSuspendedBytes", "inlineWaitMs", "pendingOverflow", "outputDelivery"];
function checkOptions(given) {
  const options = objectOrNothing("options", given);
  const settings = {};
  let problem;
  const read2 = (use) => {
    try {
      return use();
    } catch (error) {
      problem ??= unreadable("options", error, "invalid_config");
      return void 0;
    }
  };
  const callback = (name) => read2(() => functionOrNothing(name, options[name], "invalid_config"));
  for (const name of SETTINGS) settings[name] = read2(() => carried3(options[name]));
  const checked2 = {
    config: read2(() => options.config),
    agentId: read2(() => nameOrNothing("agentId", options.agentId)),
    classifyTool: callback("classifyTool"),
    wrapTool: callback("wrapTool"),
    onEvent: callback("onEvent"),
    onNestedCall: callback("onNestedCall")
  };
  return { ...checked2, problem, settings: (lifecycleEvents) => JSON.stringify({ ...settings, lifecycleEvents }) };
}
function carried3(value) {
  return value === void 0 || typeof value === "string" || typeof value === "number" ? value : null;
}

// js/preparation.ts
import { setTimeout, clearTimeout } from "node:timers";
var Preparation = class {
  constructor(scope, timeoutMs, signals) {
    this.scope = scope;
    this.timeoutMs = timeoutMs;
    this.signals = signals;
  }
  scope;
  timeoutMs;
  signals;
  /** Also where nobody waits yet: a scope may abort its own run before it first waits for anything. */
  aborted = false;
  settle;
  /** What `work` gives, unless the time is up or the cell aborted first; then `work` is left alone. */
  async race(work) {
    work.catch(() => {
    });
    if (this.aborted) return "aborted";
    const signals = this.signals.filter((signal) => signal !== void 0);
    hold();
    const stopped = new Promise((resolve2) => this.settle = resolve2);
    const timer = setTimeout(() => this.settle?.("timeout"), this.timeoutMs);
    try {
      for (const signal of signals) watch(signal, this);
      return await Promise.race([work, stopped]);
    } finally {
      clearTimeout(timer);
      for (const signal of signals) unwatch(signal, this);
      release();
    }
  }
  abort() {
    this.aborted = true;
    this.settle?.("aborted");
  }
  /** Whether `scope` names the agent run that this is for. */
  isOf(scope) {
    return isNamedBy(this.scope, scope);
  }
};

// js/runtime.ts
var MAX_REASONS = 256;
var Runtime = class {
  handle;
  id = 0;
  closing;
  onClosed;
  options;
  contexts;
  cells = /* @__PURE__ */ new Set();
  parkedCells = /* @__PURE__ */ new Map();
  /** Why parked cells were aborted, by run id: whoever waits for one later is told. */
  reasons = /* @__PURE__ */ new Map();
  preparations = /* @__PURE__ */ new Set();
  debugging = isDebugging();
  constructor(options) {
    this.options = checkOptions(options);
    this.contexts = new Contexts(this.options);
  }
  get onNestedCall() {
    return this.options.onNestedCall;
  }
  /** The addon's runtime, made when first needed. */
  get native() {
    if (this.handle) return this.handle;
    const { onEvent, problem } = this.options;
    if (problem) throw problem;
    this.id = nextRuntime({
      lifecycle: (text3) => {
        const event = JSON.parse(text3);
        if (this.debugging) writeTransition(event);
        tell(onEvent, event);
      },
      closed: () => this.onClosed?.()
    });
    const settings = this.options.settings(this.debugging || onEvent !== void 0);
    return this.handle = guarded(() => environment().createRuntime(this.id, settings));
  }
  get config() {
    return resolveCodeModeConfig(this.options.config, this.options.agentId);
  }
  createTools(ctx) {
    const context = ctx ?? {};
    let config;
    try {
      config = this.contexts.configFor(context);
    } catch {
    }
    return makeTools(this, context, config);
  }
  applyCatalog(params) {
    return reading("params", () => applyCatalog(this.contexts, this.options, params, this.catalogConfig(params)));
  }
  addClientTools(params) {
    return reading("params", () => addClientTools(this.contexts, this.options, params, this.catalogConfig(params)));
  }
  /** The configuration of a run that is to get a catalog, if code mode is on. A catalog that no cell can use is refused. */
  catalogConfig(params) {
    const config = this.contexts.enabledConfig(objectOf("params", params));
    if (!config) return void 0;
    if (this.options.problem) throw this.options.problem;
    if (this.closing) throw new CodeModeError("aborted", "code mode runtime is closed.");
    return config;
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
      const start = reading("what exec was given", () => {
        ctx = objectOrNothing("ctx", ctx);
        functionOrNothing("ctx.executeTool", ctx.executeTool);
        const binding2 = this.contexts.bind(ctx);
        session = binding2.session;
        const { code: code2, command: command2, language: language3 } = fields(input);
        return {
          binding: binding2,
          ctx,
          code: code2,
          command: command2,
          language: language3,
          toolCallId: text(call?.toolCallId) ?? "",
          signal: signalOf(call?.signal),
          contextSignal: signalOf(ctx.abortSignal),
          onUpdate: call?.onUpdate,
          timeoutMs: limited(call?.timeoutMs),
          asTool
        };
      });
      const { binding, code, command, language: language2 } = start;
      const { native: native2 } = this;
      if (isAborted(start.signal) || isAborted(start.contextSignal)) {
        return this.abortedResult(binding.session, start.signal, start.contextSignal);
      }
      const visible = visibleNamespaces(binding.catalog);
      if (visible.length === 0) {
        return this.start(start, void 0, start.timeoutMs).catch((error) => this.rejected(error, binding.session, asTool));
      }
      const refusal = native2.checkExec(binding.session, code, command, language2);
      return refusal ? refused(refusal, asTool) : this.prepare(start, visible);
    } catch (error) {
      return this.failed(error, session);
    }
  }
  start(from, namespaces, timeoutMs) {
    const { binding, ctx, code, command, language: language2, toolCallId, signal, contextSignal, onUpdate, asTool } = from;
    const { native: native2 } = this;
    const ticket = nextTicket();
    const counts = ctx.catalogRef?.current;
    const cell = new Cell(this, ticket, binding.catalog, ctx, toolCallId, contextSignal, namespaces, binding);
    cell.onUpdate = onUpdate;
    return new Promise((resolve2) => {
      const leg = new Leg(this, ticket, counts, signal, void 0, resolve2);
      leg.cell = cell;
      let refusal;
      try {
        cell.attach();
        leg.attach();
        if (isAborted(signal) || isAborted(contextSignal)) refusal = void 0;
        else refusal = native2.exec(ticket, binding.session, code, command, language2, toolCallId, namespaces?.wire, timeoutMs) ?? null;
      } catch (error) {
        leg.detach();
        cell.detach();
        throw error;
      }
      if (refusal !== null) {
        leg.detach();
        cell.detach();
        resolve2(refusal ? refused(refusal, asTool) : this.abortedResult(binding.session, signal, contextSignal));
        return;
      }
      this.cells.add(cell);
      beginCell(ticket, cell);
      beginLeg(ticket, leg);
    });
  }
  /** Has the plugins make their scopes, within the cell's time and until it is aborted, then starts it. */
  async prepare(from, visible) {
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
  resume(ctx, input, call, asTool) {
    let session;
    try {
      const given = reading("what wait was given", () => {
        ctx = objectOrNothing("ctx", ctx);
        const binding = this.contexts.bind(ctx);
        session = binding.session;
        const { runId: runId2, run_id: run_id2 } = fields(input);
        return {
          session: binding.session,
          runId: runId2,
          run_id: run_id2,
          signal: signalOf(call?.signal),
          contextSignal: signalOf(ctx.abortSignal),
          toolCallId: text(call?.toolCallId) ?? "",
          timeoutMs: limited(call?.timeoutMs),
          onUpdate: call?.onUpdate,
          counts: ctx.catalogRef?.current
        };
      });
      const { session: bound, runId, run_id, signal, contextSignal, toolCallId, timeoutMs } = given;
      const { native: native2 } = this;
      if (isAborted(signal) || isAborted(contextSignal)) return this.abortedResult(bound, signal, contextSignal);
      const named2 = text(runId)?.trim() || text(run_id)?.trim() || "";
      const ticket = nextTicket();
      return new Promise((resolve2) => {
        const leg = new Leg(this, ticket, given.counts, signal, contextSignal, resolve2);
        let refusal;
        try {
          leg.attach();
          if (isAborted(signal) || isAborted(contextSignal)) refusal = void 0;
          else refusal = native2.wait(ticket, bound, runId, run_id, toolCallId, timeoutMs) ?? null;
        } catch (error) {
          leg.detach();
          throw error;
        }
        if (refusal !== null) {
          leg.detach();
          if (!refusal) resolve2(this.abortedResult(bound, signal, contextSignal));
          else resolve2(refused(refusal, asTool).then((result) => withReason(result, this.reasons.get(named2))));
          return;
        }
        leg.cell = this.parkedCells.get(named2);
        if (leg.cell) leg.cell.onUpdate = given.onUpdate;
        beginLeg(ticket, leg);
      }).catch((error) => this.rejected(error, bound, asTool));
    } catch (error) {
      return this.failed(error, session);
    }
  }
  /** Drops one parked cell. */
  drop(runId) {
    this.parkedCells.get(runId)?.abort(void 0);
  }
  abortRun(scope) {
    return this.dropAll(reading("scope", () => scopeOf(objectOf("scope", scope))));
  }
  endRun(scope) {
    const named2 = reading("scope", () => scopeOf(objectOf("scope", scope)));
    this.contexts.forget(named2);
    return this.dropAll(named2);
  }
  dropAll(scope) {
    if (!this.handle) return 0;
    let dropped = 0;
    for (const preparation of [...this.preparations]) {
      if (!preparation.isOf(scope)) continue;
      preparation.abort();
      dropped++;
    }
    const others = this.handle.abortRun(scope.agentId, scope.sessionId, scope.sessionKey, scope.runId);
    for (const cell of [...this.cells]) if (cell.isOf(scope)) cell.stopCalls(void 0);
    return dropped + others;
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
    for (const preparation of [...this.preparations]) preparation.abort();
    for (const cell of [...this.cells]) cell.stopCalls(void 0);
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
      this.contexts.clear();
    }
  }
  forget(cell) {
    this.cells.delete(cell);
    if (cell.runId === void 0) return;
    this.parkedCells.delete(cell.runId);
    if (cell.reason === void 0) return;
    this.reasons.set(cell.runId, describeThrown(cell.reason).message);
    if (this.reasons.size > MAX_REASONS) this.reasons.delete(this.reasons.keys().next().value);
  }
  parked(cell, runId) {
    cell.runId = runId;
    if (this.cells.has(cell)) this.parkedCells.set(runId, cell);
  }
  /** Nothing was begun: one of the signals had fired before. */
  async abortedResult(session, ...signals) {
    try {
      const fired = signals.find(isAborted);
      return withReason(JSON.parse(this.native.aborted(session)), fired && reasonOf(fired));
    } catch (error) {
      return this.failed(error, session);
    }
  }
  /** Only a tool call rejects, and only with what it was called wrongly with. */
  rejected(error, session, asTool) {
    if (asTool && isToolInputError(error)) throw error;
    return this.failed(error, session);
  }
  async failed(error, session) {
    const { code, detail } = isCodeModeError(error) ? error : { code: "internal_error" };
    const { message } = describeThrown(error);
    let result;
    try {
      result = JSON.parse(this.native.failed(code, message, session));
    } catch {
      result = withoutAddon(code, message);
    }
    if (detail !== void 0) result.detail = detail;
    return result;
  }
};
function fields(input) {
  return isObject(input) ? input : {};
}
function limited(timeoutMs) {
  return typeof timeoutMs === "number" && timeoutMs > 0 ? timeoutMs : void 0;
}
function createCodeModeRuntime(options) {
  return new Runtime(options);
}

// js/default-runtime.ts
var current;
function defaultRuntime() {
  return current ??= new Runtime();
}
var METHODS = ["createTools", "applyCatalog", "addClientTools"];
function setDefaultCodeModeRuntime(runtime) {
  const next = runtime ?? void 0;
  if (next !== void 0 && !METHODS.every((method) => reading("runtime", () => typeof next[method] === "function"))) {
    throw new CodeModeError("invalid_input", "runtime must be one that createCodeModeRuntime made.");
  }
  const previous = current;
  current = next;
  return previous;
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

// js/executor.ts
function createCodeModeExecutor(options) {
  const { ctx, runtime } = reading("options", () => {
    const { ctx: ctx2, runtime: runtime2 = createCodeModeRuntime() } = objectOrNothing("options", options);
    if (!isOf(runtime2, Runtime)) throw new CodeModeError("invalid_input", "runtime must be one that createCodeModeRuntime made.");
    return { ctx: objectOrNothing("ctx", ctx2), runtime: runtime2 };
  });
  const execution = (result) => result.status === "waiting" ? Object.assign(result, { continuation: new Continuation(result.runId, result.telemetry.snapshot.bytes ?? 0) }) : result;
  class Continuation {
    constructor(runId, bytes) {
      this.runId = runId;
      this.bytes = bytes;
    }
    runId;
    bytes;
    get retainedBytes() {
      return this.bytes;
    }
    async resume(resumed) {
      this.bytes = 0;
      return execution(await runtime.resume(ctx, { runId: this.runId }, resumed, false));
    }
    dispose() {
      this.bytes = 0;
      runtime.drop(this.runId);
    }
    [Symbol.dispose]() {
      this.dispose();
    }
  }
  return {
    execute: async (input, executed) => execution(await runtime.run(ctx, input, executed, false))
  };
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
  return reading("call", () => {
    const { tool, params } = objectOf("call", call);
    if (!isExec(tool)) return void 0;
    const named2 = language(params);
    return guarded(() => native().hookMetadata(named2));
  });
}
function getCodeModeExecBeforeHookMetadataForToolKind(call) {
  return reading("call", () => {
    const { toolKind, params } = objectOf("call", call);
    if (toolKind !== CODE_MODE_EXEC_TOOL_KIND) return void 0;
    const named2 = language(params);
    return guarded(() => native().hookMetadataForKind(toolKind, named2)) ?? void 0;
  });
}
function normalizeCodeModeExecBeforeHookParams(call) {
  return reading("call", () => isExec(objectOf("call", call).tool) ? mirrored(call.params) : call.params);
}
function normalizeCodeModeExecBeforeHookParamsForToolKind(call) {
  return reading("call", () => objectOf("call", call).toolKind === CODE_MODE_EXEC_TOOL_KIND ? mirrored(call.params) : call.params);
}
function mirrored(params) {
  if (!isParams(params)) return params;
  const { code, command } = params;
  return copied(params, guarded(() => native().mirrorExecParams(code, command)));
}
function reconcileCodeModeExecBeforeHookParams(call) {
  return reading("call", () => {
    const { tool, originalParams, hookParams, adjustedParams } = objectOf("call", call);
    if (!isExec(tool) || !isParams(adjustedParams)) return adjustedParams;
    const shown2 = isParams(hookParams) ? hookParams : mirrored(originalParams);
    if (!isParams(shown2)) return adjustedParams;
    const { code, command } = adjustedParams;
    const { code: shownCode, command: shownCommand } = shown2;
    return copied(adjustedParams, guarded(() => native().reconcileExecParams(shownCode, shownCommand, code, command)));
  });
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
  clearCodeModeNamespacesForPlugin,
  clearCodeModeNamespacesForTest,
  createCodeModeApiVirtualFiles,
  createCodeModeExecutor,
  createCodeModeNamespaceRuntime,
  createCodeModeNamespaceTool,
  createCodeModeRuntime,
  createCodeModeTools,
  createToolSearchCatalogRef,
  describeCodeModeNamespacesForPrompt,
  getCodeModeExecBeforeHookMetadata,
  getCodeModeExecBeforeHookMetadataForToolKind,
  isCodeModeControlTool,
  listCodeModeNamespaces,
  markCodeModeControlTool,
  normalizeCodeModeExecBeforeHookParams,
  normalizeCodeModeExecBeforeHookParamsForToolKind,
  projectNestedToolCalls,
  reconcileCodeModeExecBeforeHookParams,
  registerCodeModeNamespaceForPlugin,
  resolveCodeModeConfig,
  setDefaultCodeModeRuntime
};
