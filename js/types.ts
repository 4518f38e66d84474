// The public shapes. What is written here is what `index.d.ts` says: it is the manual.

/** Where a catalogued tool comes from. */
export type ToolSource = "openclaw" | "plugin" | "mcp" | "client";

/** What an MCP tool does on its server. */
export type McpOperation = "tool" | "resources_list" | "resources_read" | "prompts_list" | "prompts_get";

/** Says which server, and which tool of it, stands behind a catalogued MCP tool. */
export interface McpToolInfo {
  /** The server's own name, as configured. */
  serverName: string;
  /** The name the gateway uses where the server's own is not usable. */
  safeServerName?: string;
  /** The tool's name on the server. */
  toolName: string;
  /** `"tool"` when left out. */
  operation?: McpOperation;
}

/** Receives partial results of a tool while it runs. */
export type ToolUpdate = (partial: unknown) => void;

/** What a tool of the gateway resolves to; cells get it whole, other fields included. */
export interface AgentToolResult {
  /** For a model: content parts. */
  content?: unknown[];
  /** For a program: `tools.callValue` and namespaces give this where it is there. */
  details?: unknown;
}

/** A tool as the gateway has it. One that cannot be read or called is left out of the catalog, which says so (`skipped`). */
export interface AgentTool {
  /** Any text will do; `tools.<name>()` is there for identifiers that are unique in the catalog. */
  name: string;
  label?: string;
  description?: string;
  /** JSON Schema of the input. */
  parameters?: object;
  /** `"direct-only"`: the tool stays visible to the model and out of the catalog. */
  catalogMode?: string;
  /** Where the tool comes from; `classifyTool` of the runtime wins over it. */
  source?: ToolSource;
  /** Plugin id, MCP server or client name; `core` for the gateway's own tools. */
  sourceName?: string;
  /** Set for tools of MCP servers. */
  mcp?: McpToolInfo;
  /**
   * Runs the tool. What it resolves to is handed on as JSON text of at most 16 MiB; what it rejects with reaches the cell
   * as a fresh error with the message and, if that is text, the `code`. `input` is what the cell wrote: `parameters` says
   * what it should be, and nobody has checked that it is.
   */
  execute(toolCallId: string, input: any, signal?: AbortSignal, onUpdate?: ToolUpdate): Promise<AgentToolResult>;
}

/** One of the two tools that the model sees. */
export interface CodeModeTool extends AgentTool {
  name: "exec" | "wait";
  label: string;
  description: string;
  parameters: object;
  /** Set on `wait`: channels show no progress line for it. */
  hideFromChannelProgress?: boolean;
  execute(
    toolCallId: string,
    input: unknown,
    signal?: AbortSignal,
    onUpdate?: ToolUpdate,
  ): Promise<{ content: { type: "text"; text: string }[]; details: CodeModeResult }>;
}

/** What `classifyTool` says of a tool. */
export interface ToolClass {
  source: ToolSource;
  sourceName?: string;
  mcp?: McpToolInfo;
}

/** A catalogued tool with its executor, as `catalogRef.current.entries` holds it. */
export interface ToolCatalogEntry {
  /** `<source>:<owner>:<tool name>`, with `#2`, `#3` … where that is taken. The same for the same tools in any order. */
  id: string;
  name: string;
  label?: string;
  description?: string;
  source: ToolSource;
  sourceName?: string;
  mcp?: McpToolInfo;
  /** JSON Schema of the input. */
  parameters?: object;
  /** The tool that a call runs. */
  tool: AgentTool;
}

/** The catalog of one agent run. */
export interface ToolCatalogSession {
  /**
   * Sorted by id. A gateway may fill them itself: ids and all else are taken as they are. Entries that were added, removed
   * or replaced count from the next cell on; to change one, replace it.
   */
  entries: ToolCatalogEntry[];
  /** Searches that cells have made with this catalog. */
  searchCount: number;
  describeCount: number;
  /** Nested calls that cells have made with this catalog. */
  callCount: number;
}

/** Carries the catalog of one agent run from `applyCodeModeCatalog` to `exec`; made by `createToolSearchCatalogRef`. */
export interface ToolCatalogRef {
  current?: ToolCatalogSession;
}

/** A language a cell may be written in. */
export type CodeModeLanguage = "javascript" | "typescript";

/** The resolved `tools.codeMode` of one agent; every number is inside its range. */
export interface CodeModeConfig {
  /** `false` by default; only the literal `true` switches code mode on. */
  enabled: boolean;
  /** The only name there is. */
  runtime: "quickjs-wasi";
  /** The only name there is. */
  mode: "only";
  /** Both by default. */
  languages: CodeModeLanguage[];
  /** Wall clock of one `exec` or `wait`, in milliseconds: 10000; 100 to 60000. */
  timeoutMs: number;
  /** Heap of one cell: 64 MiB; 1 MiB to 1 GiB. */
  memoryLimitBytes: number;
  /** Output and value of one cell together, as UTF-8 JSON: 64 KiB; 1 KiB to 10 MiB. */
  maxOutputBytes: number;
  /** Saved state of one parked cell: 10 MiB; 1 KiB to 256 MiB. */
  maxSnapshotBytes: number;
  /** Nested calls of one cell in flight at once: 16; 1 to 128. */
  maxPendingToolCalls: number;
  /** How long a parked cell can be waited for, in seconds: 900; 1 to 86400. */
  snapshotTtlSeconds: number;
  /** Most hits of one search: 50; 1 to 50. */
  maxSearchLimit: number;
  /** Hits of a search that names no limit: 8; 1 to `maxSearchLimit`. */
  searchDefaultLimit: number;
}

/**
 * Why something failed.
 *
 * - `runtime_unavailable`: the engine cannot run here, or the payload shows the model what it must not see.
 * - `invalid_config`: a configuration or an option names what does not exist.
 * - `invalid_input`: the call was wrong: its input, its run id, a namespace's scope; or too many cells are parked.
 * - `unsupported_language`: the language is switched off.
 * - `typescript_transform_failed`: the cell is no TypeScript; the message has line and column.
 * - `module_access_denied`: the cell imports or requires.
 * - `timeout`: the cell was computing at the deadline.
 * - `memory_limit_exceeded`, `output_limit_exceeded`, `snapshot_limit_exceeded`: a limit of the configuration.
 * - `snapshot_expired`: nobody waited within `snapshotTtlSeconds`.
 * - `snapshot_restore_failed`: a parked cell could not be brought back.
 * - `too_many_pending_tool_calls`: more than `maxPendingToolCalls` at once; none of that batch was begun.
 * - `nested_tool_failed`: a tool failed and the cell did not catch it.
 * - `aborted`: a signal, `abortRun`, `endRun` or `close`.
 * - `internal_error`: the cell threw, or can never end.
 */
export type CodeModeErrorCode =
  | "runtime_unavailable"
  | "invalid_config"
  | "invalid_input"
  | "unsupported_language"
  | "typescript_transform_failed"
  | "module_access_denied"
  | "timeout"
  | "memory_limit_exceeded"
  | "output_limit_exceeded"
  | "snapshot_limit_exceeded"
  | "snapshot_expired"
  | "snapshot_restore_failed"
  | "too_many_pending_tool_calls"
  | "nested_tool_failed"
  | "aborted"
  | "internal_error";

/** What a cell wrote with `text`, `json` or `console`. */
export type CodeModeOutput = { type: "text"; text: string } | { type: "json"; value: unknown };

/** A nested call that has not settled yet. */
export interface PendingToolCall {
  /** Unique within the cell. */
  id: string;
  /** `namespace` for calls through `MCP` and plugin namespaces. */
  method: "call" | "namespace" | "yield";
  /** Name of the tool; a yield has none. */
  tool?: string;
}

/** A place in the cell's own source; both count from 1. */
export interface SourceLocation {
  line: number;
  column: number;
}

/** What a cell did so far, waits included. Holds no inputs, values or secrets. */
export interface CodeModeTelemetry {
  /** What the model sees. */
  visibleTools: string[];
  /** Entries of the catalog, and how many came from where. */
  catalogSize: number;
  sources: Record<ToolSource, number>;
  execCount: number;
  waitCount: number;
  searchCount: number;
  describeCount: number;
  /** All nested calls that were handed to the host; also those that an abort cut off before their tool was begun. */
  callCount: number;
  /** Those of them that went through `MCP` or a plugin namespace. */
  namespaceCount: number;
  /** Ids of the tools that were called, each once, at most 64. */
  calledTools: string[];
  /** Which limit was hit: `timeout`, `memory`, `output` or `snapshot`. */
  limits: Record<string, unknown>;
  /** Size of the last saved state, when it was saved (milliseconds since the epoch), and how often one was brought back. */
  snapshot: { bytes?: number; savedAt?: number; restores: number };
  /** Milliseconds. `hostWaitMs` is what neither the transform nor the guest took. */
  timing: { transformMs: number; guestMs: number; hostWaitMs: number; totalMs: number };
}

/** A nested call that the cell made. */
export interface MadeToolCall {
  /** Catalog id of the tool. */
  id: string;
  name: string;
  toolCallId: string;
  /** `pending` had no answer when the result was made; in a result that ends the cell, it was cut off. */
  status: "pending" | "completed" | "failed";
}

/** What every result of a cell has. */
interface ResultBase {
  /** The nested calls of the cell so far, in order; at most 256, empty if there are none. No inputs: for those see `projectNestedToolCalls`. */
  calls: MadeToolCall[];
  /** What the cell wrote, in order: all of it so far, or what is new with `outputDelivery: "incremental"`. */
  output?: CodeModeOutput[];
  /** Index of the first output item that no earlier result of this cell has shown. */
  outputSince?: number;
  telemetry: CodeModeTelemetry;
}

/** The cell ran to its end. */
export interface CodeModeCompletedResult extends ResultBase {
  status: "completed";
  /** What the cell returned, as far as JSON can carry it; `null` if it returned nothing. */
  value: unknown;
  runId?: undefined;
  reason?: undefined;
  pendingToolCalls?: undefined;
  error?: undefined;
  code?: undefined;
}

/** The cell is parked; `wait` with this `runId` goes on. */
export interface CodeModeWaitingResult extends ResultBase {
  status: "waiting";
  /** `cm_<uuid>`; stays the same for the life of the cell. */
  runId: string;
  /** `yield` when nothing but `yield_control` holds it up. */
  reason: "pending_tools" | "yield";
  /** What is not settled yet. */
  pendingToolCalls?: PendingToolCall[];
  value?: undefined;
  error?: undefined;
  code?: undefined;
}

/** The cell, or the request, failed. */
export interface CodeModeFailedResult extends ResultBase {
  status: "failed";
  /** The message: of a plain `Error` as it is, of any other kind with its name before it. */
  error: string;
  code?: CodeModeErrorCode;
  /** For the host. For `aborted`: the reason that the signal gave, if any; for a namespace's fault: which one, of which plugin. */
  detail?: string;
  /** Where the cell threw. */
  location?: SourceLocation;
  /** The source line at `location`, without indentation, cut after 160 characters. */
  excerpt?: string;
  /** Advice to the model where the mistake is a known one. */
  hint?: string;
  /** The cell's own frames, innermost first. */
  frames?: ({ function: string } & SourceLocation)[];
  value?: undefined;
  runId?: undefined;
  reason?: undefined;
  pendingToolCalls?: undefined;
}

/** What `exec` and `wait` answer. A field that only another kind has may be asked for: it is `undefined`. */
export type CodeModeResult = CodeModeCompletedResult | CodeModeWaitingResult | CodeModeFailedResult;

/** One nested call, as the gateway's executor gets it. */
export interface ExecuteToolParams {
  tool: AgentTool;
  toolName: string;
  source: ToolSource;
  sourceName?: string;
  /** `tool_search_code:<parent>:<tool name>:<n>`. */
  toolCallId: string;
  /** The id of the `exec` that began the cell. */
  parentToolCallId: string;
  input: unknown;
  /** Aborted when the cell ends before the call does. */
  signal: AbortSignal;
  onUpdate: ToolUpdate;
  /** Stops the clock of the running exec/wait (an approval, say); call what it returns to start it again. */
  holdDeadline(): () => void;
}

/**
 * Names an agent run. `wait` compares only fields that both sides have; `abortRun` and `endRun` take every cell that has
 * all the fields given, and none where none is given.
 */
export interface CodeModeScope {
  agentId?: string;
  sessionId?: string;
  sessionKey?: string;
  runId?: string;
}

/** What the gateway knows of the agent run whose cells are run. Keep one object per run: what it stands for is remembered. */
export interface CodeModeContext extends CodeModeScope {
  /** The gateway's configuration; `tools.codeMode` and `agents.list` are read. */
  config?: unknown;
  /** Wins over `config`. */
  runtimeConfig?: unknown;
  /** Where the run's catalog is; without one it is found by the four fields of the scope. */
  catalogRef?: ToolCatalogRef;
  /** Aborts every cell of this context, parked ones too. */
  abortSignal?: AbortSignal;
  /** Runs nested calls; without it the tool's own `execute` is called. */
  executeTool?: (params: ExecuteToolParams) => unknown;
}

/** Input of `exec`: one of `code` and `command`, or both the same. */
export interface CodeModeExecInput {
  /** The body of an async function. */
  code?: string;
  /** The same as `code`, for policies written for a shell `exec`. */
  command?: string;
  /** `"javascript"` when left out. */
  language?: CodeModeLanguage;
}

/** Input of `wait`. */
export interface CodeModeWaitInput {
  /** As a waiting result named it. */
  runId?: string;
  /** The same, for models that write it so. */
  run_id?: string;
}

/** The outer tool call that an `exec` or `wait` belongs to. */
export interface CodeModeCall {
  /** Becomes part of the ids of the cell's nested calls. */
  toolCallId?: string;
  /** Aborts the cell while this `exec` or `wait` is under way. */
  signal?: AbortSignal;
  /** Gets what nested tools report while they run. */
  onUpdate?: ToolUpdate;
}

/** Parameters of `applyCodeModeCatalog` and `addClientToolsToCodeModeCatalog`. */
export interface ApplyCatalogParams extends CodeModeScope {
  /** The run's effective tools, the two control tools among them. */
  tools: AgentTool[];
  config?: unknown;
  runtimeConfig?: unknown;
  catalogRef?: ToolCatalogRef;
  /** Handed to `wrapTool`. */
  toolHookContext?: unknown;
}

/** Result of `applyCodeModeCatalog`. */
export interface AppliedCatalog {
  /** What the model may see. */
  tools: AgentTool[];
  /** Whether at least one tool was moved into the catalog. */
  compacted: boolean;
  /** Entries of the catalog. */
  catalogToolCount: number;
  /** Whether there is a catalog for this run now. */
  catalogRegistered: boolean;
  /** Whether the same tools were already catalogued for this scope. */
  catalogReused: boolean;
  /** The tools that were left out, and why; not there if none was. */
  skipped?: SkippedTool[];
}

/** A tool that is neither visible nor in the catalog, because it cannot be read or called. */
export interface SkippedTool {
  /** Where it could be read. */
  name?: string;
  /** For people: what is wrong with the tool, or with what `classifyTool` or `wrapTool` made of it. */
  reason: string;
}

/** Result of `addClientToolsToCodeModeCatalog`. */
export interface AddedClientTools {
  /** What the model may see of the client tools: none, once they are catalogued. */
  tools: AgentTool[];
  /** Whether at least one of them was moved into the catalog. */
  compacted: boolean;
  /** Entries of the whole catalog. */
  catalogToolCount: number;
  /** The tools that were left out, and why; not there if none was. */
  skipped?: SkippedTool[];
}

/**
 * A nested call that is over, as the transcript shows it: a tool call with the outer call as its parent.
 * It holds inputs and results: it is for the transcript, under the gateway's own policy, not for logs.
 */
export interface NestedCallEvent {
  /** Id of the `exec` call that began the cell, also for calls made during a `wait`. Empty if the host gave none. */
  parentToolCallId: string;
  /** `tool_search_code:<parent>:<tool name>:<n>`. */
  toolCallId: string;
  toolName: string;
  /** Id of the tool in the run's catalog. */
  catalogId: string;
  /** What the tool got. For a call through a plugin namespace, what its `inputMapper` made of the arguments; `undefined` where
   * it made nothing. Also `undefined` from `projectNestedToolCalls` once inputs and results of the cell are more than 8 MiB. */
  input: unknown;
  /** What the tool resolved to (left out where `input` is, for size); for a failed call `{ content: [{ type: "text", text: <message> }] }`. */
  result?: unknown;
  /** Set when the tool failed, and when the cell ended before the tool did. */
  isError?: boolean;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
}

/** A transition in the life of a cell. Holds no inputs, values or secrets. */
export interface CodeModeEvent {
  /** `started` and `resumed` begin a stretch of running, `waiting` parks the cell, the others end it. */
  type: "started" | "waiting" | "resumed" | "completed" | "failed" | "expired" | "aborted";
  /** Tells the cells of one runtime apart. */
  cell: number;
  /** Once the cell has been parked. */
  runId?: string;
  /** Id of the `exec` call that began the cell, if the host gave one. */
  toolCallId?: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** For `waiting`: why. */
  reason?: "pending_tools" | "yield";
  /** For `failed`, `expired` and `aborted`. */
  code?: CodeModeErrorCode;
  /** For `waiting`: size of the saved state. */
  snapshotBytes?: number;
  /** For `waiting`: how many calls and yields are not settled. */
  pending?: number;
}

/** What a namespace's `createScope` and `prompt` are told of the agent run. */
export interface CodeModeNamespaceContext extends CodeModeScope {
  config?: unknown;
  runtimeConfig?: unknown;
  catalogRef?: ToolCatalogRef;
  /** Aborted with the agent run. */
  abortSignal?: AbortSignal;
}

/** Makes a tool's input of the arguments that the guest gave. */
export type CodeModeNamespaceInputMapper = (args: unknown[]) => unknown;

/** Stands for a function of the guest in what `createScope` returns; made by `createCodeModeNamespaceTool`. */
export interface CodeModeNamespaceToolCall {
  readonly toolName: string;
  readonly input?: CodeModeNamespaceInputMapper;
}

/** What a plugin registers with `registerCodeModeNamespaceForPlugin`. */
export interface CodeModeNamespaceRegistration {
  /** Unique in the process. */
  id: string;
  /** Name of the global in the guest, and of the property of `namespaces`: an identifier that is not taken. */
  globalName: string;
  /** One line for the model. */
  description?: string;
  /** How to use it, for the model. One that throws is left out. */
  prompt?: string | ((ctx: CodeModeNamespaceContext) => string | undefined);
  /** The tools that its functions run. All must be in the run's catalog and be owned by the plugin (`sourceName`). */
  requiredToolNames: string[];
  /**
   * Makes the global's content for one cell: JSON values, arrays, nested objects and markers. Called once per
   * cell, before it starts and within its time. What breaks a rule fails the cell with `invalid_input`.
   */
  createScope(ctx: CodeModeNamespaceContext): object | Promise<object>;
}

/** A namespace as it is registered. */
export interface RegisteredCodeModeNamespace extends CodeModeNamespaceRegistration {
  pluginId: string;
}

/** One part of a serialised scope. */
export type CodeModeNamespaceNode =
  | { kind: "object"; entries: [name: string, node: CodeModeNamespaceNode][] }
  | { kind: "array"; items: CodeModeNamespaceNode[] }
  | { kind: "value"; json: unknown }
  | { kind: "call"; tool: string };

/** A namespace as it is serialised for the guest. */
export interface CodeModeNamespaceDescriptor {
  id: string;
  globalName: string;
  description?: string;
  scope: CodeModeNamespaceNode;
}

/** A call of a namespace, as the host's executor gets it. */
export interface ExecuteNamespaceToolParams {
  pluginId: string;
  toolName: string;
  /** What the `inputMapper` made of the arguments. */
  input: unknown;
  namespaceId: string;
  path: string[];
  /** The catalog's entry of the tool. */
  entry: ToolCatalogEntry;
}

/** What `createCodeModeNamespaceRuntime` gives. */
export interface CodeModeNamespaceRuntime {
  descriptors: CodeModeNamespaceDescriptor[];
  /** Runs what stands at `path`; rejects for what is not callable there. */
  invoke(
    namespaceId: string,
    path: readonly string[],
    args: unknown[],
    executeTool: (params: ExecuteNamespaceToolParams) => unknown,
  ): Promise<unknown>;
}

/** A declaration file that cells read with `API.read(path)`. */
export interface CodeModeApiVirtualFile {
  path: string;
  description: string;
  content: string;
  /** Of `content`, as UTF-8. */
  bytes: number;
}

/** Options of one call of an executor. */
export interface CodeModeExecuteOptions extends CodeModeCall {
  /** Wall clock of this call in milliseconds, at most 60000; the configuration's `timeoutMs` when left out. */
  timeoutMs?: number;
}

/** Options of `createCodeModeExecutor`. */
export interface CodeModeExecutorOptions {
  /** The agent run whose cells are run. */
  ctx: CodeModeContext;
  /** One of its own when left out. */
  runtime?: CodeModeRuntime;
}

/** How a call of an executor ended: for good, or with a continuation. */
export type CodeModeExecution =
  | CodeModeCompletedResult
  | CodeModeFailedResult
  | (CodeModeWaitingResult & { readonly continuation: CodeModeContinuation });

/** A parked cell. One that is neither resumed nor disposed of expires by itself. */
export interface CodeModeContinuation {
  readonly runId: string;
  /** Bytes that the parked cell keeps; 0 once it is resumed or disposed of. */
  readonly retainedBytes: number;
  /** Goes on with the cell. Never rejects. */
  resume(options?: CodeModeExecuteOptions): Promise<CodeModeExecution>;
  /** Drops the cell; calls of it that are under way get their abort signal. May be called again. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Runs cells one call at a time. */
export interface CodeModeExecutor {
  /** Runs a cell. Never rejects. */
  execute(input: CodeModeExecInput, options?: CodeModeExecuteOptions): Promise<CodeModeExecution>;
}

/** Counters of a runtime; threads and slots are those of the process. Holds no inputs, values or secrets. */
export interface CodeModeStats {
  /** Cells that were begun. Each is still alive or in exactly one of `completed` … `expired`. */
  execCount: number;
  /** Waits that were admitted. */
  waitCount: number;
  searchCount: number;
  describeCount: number;
  /** Nested calls that were handed to the host. */
  callCount: number;
  /** How often a cell was parked, and brought back from its saved state. */
  suspendCount: number;
  restoreCount: number;
  completed: number;
  failed: number;
  timedOut: number;
  aborted: number;
  expired: number;
  /** Cells that are running now. */
  activeRuns: number;
  /** Cells that are parked now, and the bytes of their saved states. */
  suspendedRuns: number;
  suspendedBytes: number;
  /** Threads that run cells, and places for cells' memory. */
  workers: number;
  slots: number;
  /** Threads that were given up because a guest on them could not be stopped. */
  stuckWorkers: number;
}

/**
 * Options of `createCodeModeRuntime`. What is wrong with one is said by the first `exec` or `applyCatalog`: `invalid_config`,
 * for `agentId` `invalid_input`.
 */
export interface CodeModeRuntimeOptions {
  /** Used where a context brings no configuration of its own. */
  config?: unknown;
  agentId?: string;
  /** Says where a tool comes from; `undefined` leaves it to the tool's own fields. */
  classifyTool?: (tool: AgentTool) => ToolClass | undefined;
  /** Wraps a tool once when it is catalogued (the gateway's before-call hooks). */
  wrapTool?: (tool: AgentTool, hookContext: unknown) => AgentTool;
  /** Threads that run cells: the process has at least as many. The number of cores, at least 2, when left out. */
  workers?: number;
  /** Parked cells at once; 1024 when left out. */
  maxSuspendedRuns?: number;
  /** Bytes of their saved states together; 256 MiB when left out. */
  maxSuspendedBytes?: number;
  /** After how many milliseconds a cell with pending calls is parked; `timeoutMs` when left out. */
  inlineWaitMs?: number;
  /** Calls above `maxPendingToolCalls` fail (`"reject"`, when left out) or wait their turn, up to 1024 (`"queue"`). */
  pendingOverflow?: "reject" | "queue";
  /** What `output` of a later result holds; `"cumulative"` when left out. */
  outputDelivery?: "cumulative" | "incremental";
  /**
   * Gets the transitions of cells. What it throws is ignored. (With `OPENCLAW_DEBUG_CODE_MODE=1` in the environment when the
   * runtime is made, each is also a line on stderr.)
   */
  onEvent?: (event: CodeModeEvent) => void;
  /** Gets each nested call when it is over, exactly once, those that were cut off too. What it throws is ignored. */
  onNestedCall?: (event: NestedCallEvent) => void;
}

/** Runs cells; made by `createCodeModeRuntime`. */
export interface CodeModeRuntime {
  /** The configuration from the options; reading it throws `invalid_config` if they are wrong. */
  readonly config: CodeModeConfig;
  /** As `createCodeModeTools`. */
  createTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool];
  /** As `applyCodeModeCatalog`. */
  applyCatalog(params: ApplyCatalogParams): AppliedCatalog;
  /** As `addClientToolsToCodeModeCatalog`. */
  addClientTools(params: ApplyCatalogParams): AddedClientTools;
  /**
   * Runs a cell until it completes, fails, or is parked at its deadline or by `yield_control`. Never rejects: what the tool
   * `exec` rejects with is a failed result here, with the same code and message.
   */
  exec(ctx: CodeModeContext, input: CodeModeExecInput, call?: CodeModeCall): Promise<CodeModeResult>;
  /** Goes on with a parked cell, with all that has settled meanwhile. Never rejects. */
  wait(ctx: CodeModeContext, input: CodeModeWaitInput, call?: CodeModeCall): Promise<CodeModeResult>;
  /** Drops the running and parked cells of a scope; says how many. */
  abortRun(scope: CodeModeScope): number;
  /** The same, for an agent run that has ended; its catalog goes too. */
  endRun(scope: CodeModeScope): number;
  /** @throws {CodeModeError} `runtime_unavailable` where the native binary does not load. */
  stats(): CodeModeStats;
  /** Drops every cell; resolves when nothing of this runtime runs any more. Later calls fail as `aborted`. May be called again. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
