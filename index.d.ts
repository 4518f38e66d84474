// Generated from js/ by `npm run build`; changes here are lost.
/** Where a catalogued tool comes from. */
type ToolSource = "openclaw" | "plugin" | "mcp" | "client";
/** What an MCP tool does on its server. */
type McpOperation = "tool" | "resources_list" | "resources_read" | "prompts_list" | "prompts_get";
/** Says which server, and which tool of it, stands behind a catalogued MCP tool. */
interface McpToolInfo {
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
type ToolUpdate = (partial: unknown) => void;
/** What a tool of the gateway resolves to; cells get it whole, other fields included. */
interface AgentToolResult {
    /** For a model: content parts. */
    content?: unknown[];
    /** For a program: `tools.callValue` and namespaces give this where it is there. */
    details?: unknown;
}
/** A tool as the gateway has it. One that cannot be read or called is left out of the catalog, which says so (`skipped`). */
interface AgentTool {
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
interface CodeModeTool extends AgentTool {
    name: "exec" | "wait";
    label: string;
    description: string;
    parameters: object;
    /** Set on `wait`: channels show no progress line for it. */
    hideFromChannelProgress?: boolean;
    execute(toolCallId: string, input: unknown, signal?: AbortSignal, onUpdate?: ToolUpdate): Promise<{
        content: {
            type: "text";
            text: string;
        }[];
        details: CodeModeResult;
    }>;
}
/** What `classifyTool` says of a tool. */
interface ToolClass {
    source: ToolSource;
    sourceName?: string;
    mcp?: McpToolInfo;
}
/** A catalogued tool with its executor, as `catalogRef.current.entries` holds it. */
interface ToolCatalogEntry {
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
interface ToolCatalogSession {
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
interface ToolCatalogRef {
    current?: ToolCatalogSession;
}
/** A language a cell may be written in. */
type CodeModeLanguage = "javascript" | "typescript";
/** The resolved `tools.codeMode` of one agent; every number is inside its range. */
interface CodeModeConfig {
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
type CodeModeErrorCode = "runtime_unavailable" | "invalid_config" | "invalid_input" | "unsupported_language" | "typescript_transform_failed" | "module_access_denied" | "timeout" | "memory_limit_exceeded" | "output_limit_exceeded" | "snapshot_limit_exceeded" | "snapshot_expired" | "snapshot_restore_failed" | "too_many_pending_tool_calls" | "nested_tool_failed" | "aborted" | "internal_error";
/** What a cell wrote with `text`, `json` or `console`. */
type CodeModeOutput = {
    type: "text";
    text: string;
} | {
    type: "json";
    value: unknown;
};
/** A nested call that has not settled yet. */
interface PendingToolCall {
    /** Unique within the cell. */
    id: string;
    /** `namespace` for calls through `MCP` and plugin namespaces. */
    method: "call" | "namespace" | "yield";
    /** Name of the tool; a yield has none. */
    tool?: string;
}
/** A place in the cell's own source; both count from 1. */
interface SourceLocation {
    line: number;
    column: number;
}
/** What a cell did so far, waits included. Holds no inputs, values or secrets. */
interface CodeModeTelemetry {
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
    snapshot: {
        bytes?: number;
        savedAt?: number;
        restores: number;
    };
    /** Milliseconds. `hostWaitMs` is what neither the transform nor the guest took. */
    timing: {
        transformMs: number;
        guestMs: number;
        hostWaitMs: number;
        totalMs: number;
    };
}
/** A nested call that the cell made. */
interface MadeToolCall {
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
interface CodeModeCompletedResult extends ResultBase {
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
interface CodeModeWaitingResult extends ResultBase {
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
interface CodeModeFailedResult extends ResultBase {
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
    frames?: ({
        function: string;
    } & SourceLocation)[];
    value?: undefined;
    runId?: undefined;
    reason?: undefined;
    pendingToolCalls?: undefined;
}
/** What `exec` and `wait` answer. A field that only another kind has may be asked for: it is `undefined`. */
type CodeModeResult = CodeModeCompletedResult | CodeModeWaitingResult | CodeModeFailedResult;
/** One nested call, as the gateway's executor gets it. */
interface ExecuteToolParams {
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
interface CodeModeScope {
    agentId?: string;
    sessionId?: string;
    sessionKey?: string;
    runId?: string;
}
/** What the gateway knows of the agent run whose cells are run. Keep one object per run: what it stands for is remembered. */
interface CodeModeContext extends CodeModeScope {
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
interface CodeModeExecInput {
    /** The body of an async function. */
    code?: string;
    /** The same as `code`, for policies written for a shell `exec`. */
    command?: string;
    /** `"javascript"` when left out. */
    language?: CodeModeLanguage;
}
/** Input of `wait`. */
interface CodeModeWaitInput {
    /** As a waiting result named it. */
    runId?: string;
    /** The same, for models that write it so. */
    run_id?: string;
}
/** The outer tool call that an `exec` or `wait` belongs to. */
interface CodeModeCall {
    /** Becomes part of the ids of the cell's nested calls. */
    toolCallId?: string;
    /** Aborts the cell while this `exec` or `wait` is under way. */
    signal?: AbortSignal;
    /** Gets what nested tools report while they run. */
    onUpdate?: ToolUpdate;
}
/** Parameters of `applyCodeModeCatalog` and `addClientToolsToCodeModeCatalog`. */
interface ApplyCatalogParams extends CodeModeScope {
    /** The run's effective tools, the two control tools among them. */
    tools: AgentTool[];
    config?: unknown;
    runtimeConfig?: unknown;
    catalogRef?: ToolCatalogRef;
    /** Handed to `wrapTool`. */
    toolHookContext?: unknown;
}
/** Result of `applyCodeModeCatalog`. */
interface AppliedCatalog {
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
interface SkippedTool {
    /** Where it could be read. */
    name?: string;
    /** For people: what is wrong with the tool, or with what `classifyTool` or `wrapTool` made of it. */
    reason: string;
}
/** Result of `addClientToolsToCodeModeCatalog`. */
interface AddedClientTools {
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
interface NestedCallEvent {
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
interface CodeModeEvent {
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
interface CodeModeNamespaceContext extends CodeModeScope {
    config?: unknown;
    runtimeConfig?: unknown;
    catalogRef?: ToolCatalogRef;
    /** Aborted with the agent run. */
    abortSignal?: AbortSignal;
}
/** Makes a tool's input of the arguments that the guest gave. */
type CodeModeNamespaceInputMapper = (args: unknown[]) => unknown;
/** Stands for a function of the guest in what `createScope` returns; made by `createCodeModeNamespaceTool`. */
interface CodeModeNamespaceToolCall {
    readonly toolName: string;
    readonly input?: CodeModeNamespaceInputMapper;
}
/** What a plugin registers with `registerCodeModeNamespaceForPlugin`. */
interface CodeModeNamespaceRegistration {
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
interface RegisteredCodeModeNamespace extends CodeModeNamespaceRegistration {
    pluginId: string;
}
/** One part of a serialised scope. */
type CodeModeNamespaceNode = {
    kind: "object";
    entries: [name: string, node: CodeModeNamespaceNode][];
} | {
    kind: "array";
    items: CodeModeNamespaceNode[];
} | {
    kind: "value";
    json: unknown;
} | {
    kind: "call";
    tool: string;
};
/** A namespace as it is serialised for the guest. */
interface CodeModeNamespaceDescriptor {
    id: string;
    globalName: string;
    description?: string;
    scope: CodeModeNamespaceNode;
}
/** A call of a namespace, as the host's executor gets it. */
interface ExecuteNamespaceToolParams {
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
interface CodeModeNamespaceRuntime {
    descriptors: CodeModeNamespaceDescriptor[];
    /** Runs what stands at `path`; rejects for what is not callable there. */
    invoke(namespaceId: string, path: readonly string[], args: unknown[], executeTool: (params: ExecuteNamespaceToolParams) => unknown): Promise<unknown>;
}
/** A declaration file that cells read with `API.read(path)`. */
interface CodeModeApiVirtualFile {
    path: string;
    description: string;
    content: string;
    /** Of `content`, as UTF-8. */
    bytes: number;
}
/** Options of one call of an executor. */
interface CodeModeExecuteOptions extends CodeModeCall {
    /** Wall clock of this call in milliseconds, at most 60000; the configuration's `timeoutMs` when left out. */
    timeoutMs?: number;
}
/** Options of `createCodeModeExecutor`. */
interface CodeModeExecutorOptions {
    /** The agent run whose cells are run. */
    ctx: CodeModeContext;
    /** One of its own when left out. */
    runtime?: CodeModeRuntime;
}
/** How a call of an executor ended: for good, or with a continuation. */
type CodeModeExecution = CodeModeCompletedResult | CodeModeFailedResult | (CodeModeWaitingResult & {
    readonly continuation: CodeModeContinuation;
});
/** A parked cell. One that is neither resumed nor disposed of expires by itself. */
interface CodeModeContinuation {
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
interface CodeModeExecutor {
    /** Runs a cell. Never rejects. */
    execute(input: CodeModeExecInput, options?: CodeModeExecuteOptions): Promise<CodeModeExecution>;
}
/** Counters of a runtime; threads and slots are those of the process. Holds no inputs, values or secrets. */
interface CodeModeStats {
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
interface CodeModeRuntimeOptions {
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
interface CodeModeRuntime {
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

/**
 * Renders the declaration files that cells read with `API.read(path)`: `mcp/index.d.ts`, one file per MCP
 * server, `tools/index.d.ts` and one file per other tool.
 *
 * @param catalog Entries, a session or a reference to one.
 */
declare function createCodeModeApiVirtualFiles(catalog?: readonly ToolCatalogEntry[] | ToolCatalogSession | ToolCatalogRef): CodeModeApiVirtualFile[];

/**
 * Resolves `config.tools.codeMode`, overlaid field by field with that of the agent's entry in
 * `config.agents.list`. `true` and `false` stand for `{ enabled }`. What has a wrong type counts as absent, numbers are
 * brought into their range; without anything configured code mode is off.
 *
 * @param config The gateway's configuration.
 * @param agentId Whose entry counts.
 * @returns All twelve fields (see `CodeModeConfig` for defaults).
 * @throws {CodeModeError} `invalid_config` for a `runtime` or `mode` that does not exist; `runtime_unavailable` when code
 * mode is switched on and the native binary does not load.
 */
declare function resolveCodeModeConfig(config?: unknown, agentId?: string): CodeModeConfig;

/** Name of the tool that runs a cell. */
declare const CODE_MODE_EXEC_TOOL_NAME = "exec";
/** Name of the tool that goes on with a parked cell. */
declare const CODE_MODE_WAIT_TOOL_NAME = "wait";
/**
 * Makes a tool one of code mode's control tools, and returns it: a host that wraps `exec` or `wait` marks the wrapper.
 * Copies of the tool (`{ ...tool }`) are control tools too.
 *
 * @throws {CodeModeError} `invalid_input` for what is no object.
 */
declare function markCodeModeControlTool<T extends object>(tool: T): T;
/**
 * Whether a tool is one of code mode's two control tools. A shell tool that happens to be called `exec` is not: what
 * counts is the mark that `createCodeModeTools` and `markCodeModeControlTool` leave, in any copy of the package.
 *
 * @example
 * const [exec, wait] = applyCodeModeCatalog({ ...ctx, tools }).tools.filter(isCodeModeControlTool);
 */
declare function isCodeModeControlTool(tool: unknown): tool is CodeModeTool;

/**
 * Makes `runtime` the one that the module-level functions act on; `undefined` goes back to one made on first use. The one
 * that was there before is returned, and not closed: a host that wants to be rid of it closes it. None needs to be closed
 * for the process to end.
 *
 * @throws {CodeModeError} `invalid_input` for what is no runtime.
 *
 * @example
 * await setDefaultCodeModeRuntime(undefined)?.close(); // what the module-level functions have left running
 */
declare function setDefaultCodeModeRuntime(runtime: CodeModeRuntime | undefined): CodeModeRuntime | undefined;
/**
 * Makes the two tools that the model of one agent run gets. They reject with `ToolInputError` for malformed input, where
 * code mode is disabled and for the refusals of `wait`; everything else is in `details`, a `CodeModeResult`, and
 * as JSON text in `content`.
 *
 * @param ctx The agent run; read again with every call.
 *
 * @example
 * const ctx = { config, agentId, sessionId, runId, catalogRef: createToolSearchCatalogRef(), executeTool };
 * const tools = [...ordinaryTools, ...createCodeModeTools(ctx)];
 */
declare function createCodeModeTools(ctx: CodeModeContext): [exec: CodeModeTool, wait: CodeModeTool];
/**
 * Moves an agent run's tools into its catalog and says what the model may see: `exec`, `wait` and direct-only tools.
 * `exec`'s description is rewritten for the catalog. Where code mode is off the tools come back as they are; without
 * a control tool among them, or without a scope and a `catalogRef`, nothing is catalogued.
 *
 * @throws {CodeModeError} `runtime_unavailable` or `invalid_config` where code mode is on and cannot run: the run must
 * fail rather than show the model its ordinary tools.
 *
 * @example
 * const { tools: visible } = applyCodeModeCatalog({ ...ctx, tools });
 * assertCodeModeToolSurface(visible.map(({ name }) => name));
 */
declare function applyCodeModeCatalog(params: ApplyCatalogParams): AppliedCatalog;
/**
 * Appends a client's tools (source `client`) to an agent run's catalog; the same tools again replace what they were.
 * Without a catalog, or where code mode is off, they come back unchanged.
 */
declare function addClientToolsToCodeModeCatalog(params: ApplyCatalogParams): AddedClientTools;
/** Makes an empty place for an agent run's catalog: `applyCodeModeCatalog` fills it, `exec` reads it. One per run. */
declare function createToolSearchCatalogRef(): ToolCatalogRef;

/** What the package's functions throw: `code` says what kind of fault, `message` which one. */
declare class CodeModeError extends Error {
    readonly name = "CodeModeError";
    readonly code: CodeModeErrorCode;
    /** Whose fault it is, where the message does not say: `namespace "…" of plugin "…"`. */
    detail?: string;
    constructor(code: CodeModeErrorCode, message: string, options?: ErrorOptions);
}
/**
 * What the tools `exec` and `wait` reject with when they were called wrongly: malformed input, code mode disabled, a
 * namespace that breaks a rule, a run that cannot be waited for. `code` is `invalid_input` or `snapshot_expired`.
 */
declare class ToolInputError extends Error {
    readonly name = "ToolInputError";
    readonly code: CodeModeErrorCode;
    /** As of `CodeModeError`. */
    detail?: string;
    constructor(code: CodeModeErrorCode, message: string, detail?: string | null);
}

/**
 * Makes an executor for one agent run: cells in, ends or continuations out.
 *
 * @throws {CodeModeError} `invalid_input` for a runtime of another package, or a `ctx` that is no object.
 *
 * @example
 * const executor = createCodeModeExecutor({ ctx });
 * let execution = await executor.execute({ code: "return await tools.slow({})" }, { timeoutMs: 2_000 });
 * while (execution.status === "waiting") execution = await execution.continuation.resume({ timeoutMs: 2_000 });
 */
declare function createCodeModeExecutor(options: CodeModeExecutorOptions): CodeModeExecutor;

/** `toolKind` of hook events of code mode's `exec`. */
declare const CODE_MODE_EXEC_TOOL_KIND = "code_mode_exec";
/** What hook events of code mode's `exec` carry. */
interface CodeModeExecHookMetadata {
    toolKind: typeof CODE_MODE_EXEC_TOOL_KIND;
    /** Left out where the language is not one of the two. */
    toolInputKind?: "javascript" | "typescript";
}
/**
 * Metadata for the before-call hook events of a tool call: by it a policy tells a cell from a shell command.
 *
 * @returns `undefined` for any tool but code mode's `exec`. Without a language it is JavaScript.
 */
declare function getCodeModeExecBeforeHookMetadata(call: {
    tool: unknown;
    params: unknown;
}): CodeModeExecHookMetadata | undefined;
/** `getCodeModeExecBeforeHookMetadata` where only the tool's kind is known. */
declare function getCodeModeExecBeforeHookMetadataForToolKind(call: {
    toolKind: unknown;
    params: unknown;
}): CodeModeExecHookMetadata | undefined;
/**
 * Parameters as before-call hooks are to see them: the cell in both `code` and `command`, so that a policy written for
 * a shell's `command` sees it. Gives a copy; parameters of any other tool come back as they are.
 */
declare function normalizeCodeModeExecBeforeHookParams<T>(call: {
    tool: unknown;
    params: T;
}): T;
/** `normalizeCodeModeExecBeforeHookParams` where only the tool's kind is known. */
declare function normalizeCodeModeExecBeforeHookParamsForToolKind<T>(call: {
    toolKind: unknown;
    params: T;
}): T;
/**
 * Parameters as `exec` is to see them: a hook's rewrite of `code` or `command` is copied to the
 * other. Rewrites that conflict are left, for `exec` to refuse.
 *
 * `hookParams` is what the hooks were shown, `adjustedParams` what they made of it.
 */
declare function reconcileCodeModeExecBeforeHookParams<T>(call: {
    tool: unknown;
    originalParams: unknown;
    hookParams: unknown;
    adjustedParams: T;
}): T;

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
declare function registerCodeModeNamespaceForPlugin(pluginId: string, registration: CodeModeNamespaceRegistration): void;
/** All registered namespaces, by id. */
declare function listCodeModeNamespaces(): RegisteredCodeModeNamespace[];
/**
 * Removes every namespace of a plugin: to be called when the plugin is disabled, uninstalled or
 * rolled back. Cells that are under way keep what they have.
 */
declare function clearCodeModeNamespacesForPlugin(pluginId: string): void;
/** Removes every namespace of every plugin, so that tests do not see each other's. */
declare function clearCodeModeNamespacesForTest(): void;
/**
 * Makes the marker that stands, in what `createScope` returns, for a function of the guest.
 *
 * @param toolName Name of the tool that a call runs; one of the namespace's `requiredToolNames`.
 * @param inputMapper Makes the tool's input of the guest's arguments; may be async. Without one it is the
 * first argument, or `{}`.
 * @throws {CodeModeError} `invalid_input` for a name without a character, and for a mapper that is no function.
 */
declare function createCodeModeNamespaceTool(toolName: string, inputMapper?: CodeModeNamespaceInputMapper): CodeModeNamespaceToolCall;

/** What hosts hand over as a catalog. */
type AnyCatalog = readonly ToolCatalogEntry[] | ToolCatalogSession | ToolCatalogRef;
/**
 * The namespaces' part of `exec`'s description, as `applyCodeModeCatalog` puts it there.
 *
 * @param catalog The run's catalog; `ctx.catalogRef` when left out.
 * @returns Empty when no namespace is visible and there is no MCP server.
 */
declare function describeCodeModeNamespacesForPrompt(ctx: CodeModeNamespaceContext, catalog?: AnyCatalog): string;
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
declare function createCodeModeNamespaceRuntime(ctx: CodeModeNamespaceContext, catalog?: AnyCatalog): Promise<CodeModeNamespaceRuntime>;

/**
 * The nested calls behind a result, for the transcript: real tool calls with the outer call as their
 * parent, in the order in which they began.
 *
 * Every result of a cell gives all calls of the cell that are over by now; `toolCallId` tells them
 * apart, so a transcript that has one already skips it. A call that was cut off by the end of its cell is
 * there with `isError`. At most 4096 per cell, and those beyond 8 MiB of inputs and results
 * without either; the runtime's `onNestedCall` gets every one with both.
 *
 * @param result What `exec` or `wait` resolved to, of the runtime or of the tools (or its `details`). A copy
 * of it gives nothing: inputs and results are kept beside a result, not in it.
 */
declare function projectNestedToolCalls(result: CodeModeResult | {
    details: CodeModeResult;
}): NestedCallEvent[];

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
declare function createCodeModeRuntime(options?: CodeModeRuntimeOptions): CodeModeRuntime;

/**
 * Checks the names of the tools in the final provider payload.
 *
 * @param directOnly Names of the run's direct-only tools, which may be there too.
 * @throws {CodeModeError} `runtime_unavailable` unless they are exactly `exec`, `wait` and those: the run must fail rather
 * than show the model an ordinary tool.
 */
declare function assertCodeModeToolSurface(names: readonly string[], directOnly?: readonly string[]): void;

export { CODE_MODE_EXEC_TOOL_KIND, CODE_MODE_EXEC_TOOL_NAME, CODE_MODE_WAIT_TOOL_NAME, CodeModeError, ToolInputError, addClientToolsToCodeModeCatalog, applyCodeModeCatalog, assertCodeModeToolSurface, clearCodeModeNamespacesForPlugin, clearCodeModeNamespacesForTest, createCodeModeApiVirtualFiles, createCodeModeExecutor, createCodeModeNamespaceRuntime, createCodeModeNamespaceTool, createCodeModeRuntime, createCodeModeTools, createToolSearchCatalogRef, describeCodeModeNamespacesForPrompt, getCodeModeExecBeforeHookMetadata, getCodeModeExecBeforeHookMetadataForToolKind, isCodeModeControlTool, listCodeModeNamespaces, markCodeModeControlTool, normalizeCodeModeExecBeforeHookParams, normalizeCodeModeExecBeforeHookParamsForToolKind, projectNestedToolCalls, reconcileCodeModeExecBeforeHookParams, registerCodeModeNamespaceForPlugin, resolveCodeModeConfig, setDefaultCodeModeRuntime };
export type { AddedClientTools, AgentTool, AgentToolResult, AppliedCatalog, ApplyCatalogParams, CodeModeApiVirtualFile, CodeModeCall, CodeModeCompletedResult, CodeModeConfig, CodeModeContext, CodeModeContinuation, CodeModeErrorCode, CodeModeEvent, CodeModeExecHookMetadata, CodeModeExecInput, CodeModeExecuteOptions, CodeModeExecution, CodeModeExecutor, CodeModeExecutorOptions, CodeModeFailedResult, CodeModeLanguage, CodeModeNamespaceContext, CodeModeNamespaceDescriptor, CodeModeNamespaceInputMapper, CodeModeNamespaceNode, CodeModeNamespaceRegistration, CodeModeNamespaceRuntime, CodeModeNamespaceToolCall, CodeModeOutput, CodeModeResult, CodeModeRuntime, CodeModeRuntimeOptions, CodeModeScope, CodeModeStats, CodeModeTelemetry, CodeModeTool, CodeModeWaitInput, CodeModeWaitingResult, ExecuteNamespaceToolParams, ExecuteToolParams, MadeToolCall, McpOperation, McpToolInfo, NestedCallEvent, PendingToolCall, RegisteredCodeModeNamespace, SkippedTool, SourceLocation, ToolCatalogEntry, ToolCatalogRef, ToolCatalogSession, ToolClass, ToolSource, ToolUpdate };
