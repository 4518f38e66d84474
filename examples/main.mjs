// The main job: a scripted agent works with code mode.
//
// The model's turns are written down below. Everything else is real: the runtime, the catalog, an MCP
// server in a process of its own, the tools and the files they work on. Every result is checked; the
// first wrong one ends the example with exit status 1.

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { createCodeModeRuntime } from "../index.js";
import { Agent } from "./agent.mjs";
import { checksPassed, holds, quietly, same } from "./checks.mjs";
import { startFilesystemServer } from "./mcp.mjs";
import { bold, failed, headline, progress, quote, say } from "./terminal.mjs";
import { clientTools, coreTools, pluginTools } from "./tools.mjs";
import { makeWorkspace } from "./workspace.mjs";

const TIMEOUT_MS = 1000;
const MAX_PARALLEL = 16;
/** A stopped cell answers within this time after its deadline. */
const STOP_GRACE_MS = 250;
/** Longest that closing may take. */
const CLOSE_MS = 10_000;
/** The event loop may be late by this much, with a loop running away beside it. */
const MAX_DELAY_MS = 50;
/** Where other programs want the processors, too, it is they who delay the event loop. */
const MAX_DELAY_BUSY_MS = 500;

const started = performance.now();
const bytes = (text) => Buffer.byteLength(text);
const payload = ({ name, description, parameters }) => bytes(JSON.stringify({ name, description, parameters }));

const workspace = await makeWorkspace();
const gauge = { now: 0, peak: 0 };
const events = [];
let mcp;
let agent;
let packing;
const runtime = createCodeModeRuntime({
  inlineWaitMs: TIMEOUT_MS / 2,
  onNestedCall: (event) => agent.nested.push(event),
  onEvent: (event) => events.push(event),
});

/** The truth, found without code mode. */
async function sourceFiles(extension) {
  const entries = await readdir(join(workspace.root, "project"), { withFileTypes: true, recursive: true });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(extension)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files.push({ path: workspace.name(path), bytes: (await stat(path)).size, text: await readFile(path, "utf8") });
  }
  return files;
}
const linesOf = (text) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

async function whatTheModelSees() {
  headline("1. What the model sees");
  progress("starting the MCP server …");
  mcp = await startFilesystemServer(workspace.root);
  say(`MCP server over stdio: ${mcp.about.name} ${mcp.about.version}, process ${mcp.pid}, ${mcp.tools.length} tools`);
  const tools = [...coreTools(workspace, gauge), ...pluginTools(workspace), ...mcp.tools];
  const applied = agent.equip(tools);
  const [exec] = agent.tools;
  for (const tool of agent.tools) say(`${bold(tool.name)}: description ${bytes(tool.description)} bytes, ${payload(tool)} bytes with its parameters`);
  quote(exec.description);
  const direct = tools.reduce((sum, tool) => sum + payload(tool), 0);
  say(`behind them: ${applied.catalogToolCount} tools, which would take ${direct} bytes of every request`);
  same("the model sees exactly exec and wait", agent.tools.map((tool) => tool.name), ["exec", "wait"]);
  same("every other tool is in the catalog", applied.catalogToolCount, tools.length);
  const added = runtime.addClientTools({ ...agent.ctx, tools: clientTools(workspace) });
  same("the client's tools follow later and go into the catalog, too", added, { tools: [], compacted: true, catalogToolCount: tools.length + 1 });
}

async function searchDescribeCall() {
  headline("2. Search, describe, call");
  const result = await agent.exec(`const [best] = await tools.search("count the lines of a file");
const { parameters } = await tools.describe(best.id);
text(\`\${best.id} takes \${Object.keys(parameters.properties).join(", ")}\`);
const { result } = await tools.call(best.id, { path: "project/js/runtime.ts" });
return result.details;`);
  const text = await readFile(workspace.inside("project/js/runtime.ts"), "utf8");
  const blank = text.split("\n").slice(0, linesOf(text)).filter((line) => line.trim() === "").length;
  same("the tool was found by what it does", result.output, [{ type: "text", text: "openclaw:core:count_lines takes path" }]);
  same("its result is right", result.value, { path: "project/js/runtime.ts", lines: linesOf(text), blank });
}

async function fanOut() {
  headline("3. Fan out and join");
  const result = await agent.exec(`const { files } = await tools.callValue("list_files", { folder: "project", extension: ".rs" });
const largest = files.sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)).slice(0, ${MAX_PARALLEL});
const counted = await Promise.all(largest.map(({ path }) => tools.callValue("count_lines", { path })));
const sums = await Promise.all(largest.map(({ path }) => tools.callValue("plugin:notary:checksum_file", { path })));
const rows = counted.map(({ path, lines }, i) => ({ path, lines, sha256: sums[i].sha256 }));
await tools.write_file({ path: "reports/largest.json", text: JSON.stringify(rows, null, 2) });
return { files: files.length, lines: rows.reduce((sum, row) => sum + row.lines, 0) };`);
  const truth = await sourceFiles(".rs");
  const largest = truth.sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)).slice(0, MAX_PARALLEL);
  const rows = largest.map(({ path, text }) => ({ path, lines: linesOf(text), sha256: createHash("sha256").update(text).digest("hex") }));
  same("the totals are right", result.value, { files: truth.length, lines: rows.reduce((sum, row) => sum + row.lines, 0) });
  same("the report on disk is right", JSON.parse(await readFile(workspace.inside("reports/largest.json"), "utf8")), rows);
  same(`${MAX_PARALLEL} calls were under way at once`, gauge.peak, MAX_PARALLEL);
}

async function callMcp() {
  headline("4. MCP: read the declarations, then call");
  const declared = await agent.exec(`const { files } = await API.list("mcp");
const { content } = await API.read("mcp/filesystem.d.ts");
text(content.match(/function readTextFile\\([\\s\\S]*?Promise<McpToolResult>;/)[0]);
const allowed = await MCP.filesystem.listAllowedDirectories();
return { files: files.map((file) => file.path), allowed: allowed.structuredContent.content };`);
  same("there is a declaration file per server", declared.value.files, ["mcp/index.d.ts", "mcp/filesystem.d.ts"]);
  holds("it declares the server's tools as functions", declared.output[0].text.includes("path: string;"), "path: string;", declared.output);
  holds("the server answers for itself", declared.value.allowed.includes(workspace.root), workspace.root, declared.value.allowed);

  const used = await agent.exec(`const root = ${JSON.stringify(workspace.root)};
const report = await MCP.filesystem.readTextFile({ path: root + "/reports/largest.json" });
const rows = JSON.parse(report.structuredContent.content);
const table = rows.map((row) => \`| \${row.path} | \${row.lines} |\`).join("\\n");
await MCP.filesystem.writeFile({ path: root + "/reports/largest.md", content: "| file | lines |\\n|---|---|\\n" + table + "\\n" });
const outside = await MCP.filesystem.readTextFile({ path: root + "/../secret.txt" });
const missing = await MCP.filesystem.readTextFile({}).catch((error) => error.message);
const denied = await MCP.filesystem.moveFile({ source: root + "/reports/largest.md", destination: root + "/desk/x.md" }).catch((error) => error.message);
return { rows: rows.length, outside: outside.isError, missing, denied };`);
  same("results, refusals and errors arrive as they are", used.value, {
    rows: MAX_PARALLEL,
    outside: true,
    missing: "Missing required MCP namespace argument: path",
    denied: "the user's policy does not allow filesystem__move_file",
  });
  const markdown = await readFile(workspace.inside("reports/largest.md"), "utf8");
  same("the server wrote the file", markdown.trim().split("\n").length, MAX_PARALLEL + 2);
}

async function slowTool() {
  headline("5. A slow tool: waiting, and wait");
  let updates = 0;
  agent.onUpdate = ({ done, of }) => {
    updates += 1;
    // Off a terminal each text is a line of its own: quarters will do.
    const percent = Math.round((100 * done) / of);
    progress(`packing: ${process.stdout.isTTY ? percent : percent - (percent % 25)} %`);
  };
  let result = await agent.exec(`const packed = await tools.callValue("pack_folder", { folder: "project", into: "reports/project.pack" });
await tools.leave_note({ title: "Packed", body: \`\${packed.files} files, \${packed.before} bytes before, \${packed.after} after\` });
return packed;`);
  same("exec comes back while the tool works", { status: result.status, reason: result.reason, tool: result.pendingToolCalls?.map((call) => call.tool?.split(":").at(-1)) }, { status: "waiting", reason: "pending_tools", tool: ["pack_folder"] });
  const { runId } = result;
  same("the runtime keeps one suspended run", runtime.stats().suspendedRuns, 1);
  const other = await agent.exec(`return (await tools.callValue("list_files", { folder: "reports" })).files.length;`);
  same("meanwhile other cells run", other.value, 2);
  for (let waits = 0; result.status === "waiting"; waits += 1) {
    quietly("the run keeps its id, and ends some time", { runId: result.runId, late: waits > 60 }, { runId, late: false });
    result = await agent.wait(runId);
  }
  agent.onUpdate = undefined;
  packing = result;
  const archive = await readFile(workspace.inside("reports/project.pack"));
  const unpacked = [];
  for (let at = 0; at < archive.length; ) {
    const length = archive.readUInt32LE(at);
    unpacked.push(brotliDecompressSync(archive.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  const files = await sourceFiles("");
  same("wait completes the cell where it stood", result.value, {
    into: "reports/project.pack",
    files: files.length,
    before: files.reduce((sum, file) => sum + file.bytes, 0),
    after: archive.length,
  });
  same("the archive unpacks to what was packed", new Set(unpacked.map(String)), new Set(files.map((file) => file.text)));
  same("the note is on the desk", (await readFile(workspace.inside("desk/notes.md"), "utf8")).split("\n")[0], "## Packed");
  holds("the tool reported its progress", updates > 0, "updates", updates);
}

async function mistakes() {
  headline("6. TypeScript with a mistake, twice, then right");
  const program = (end, name) => `interface Row { path: string; lines: number }
const { text: report } = await tools.callValue("read_file", { path: "reports/largest.json" });
const rows: Row[] = JSON.parse(report${end};
const mean = (list: Row[]): number => list.reduce((sum, row) => sum + row.lines, 0) / list.length;
return Math.round(${name}(rows));`;
  const unparsed = await agent.exec(program("", "mean"), "typescript");
  same("what does not parse is refused", { status: unparsed.status, code: unparsed.code }, { status: "failed", code: "typescript_transform_failed" });
  holds("the error says where, in the model's own lines", /\b3:\d+/.test(unparsed.error), "line 3", unparsed.error);
  same("nothing of it was run", unparsed.telemetry.callCount, 0);

  const misnamed = await agent.exec(program(")", "maen"), "typescript");
  same("what fails while it runs says what and where", { status: misnamed.status, code: misnamed.code, error: misnamed.error, location: misnamed.location }, {
    status: "failed",
    code: "internal_error",
    error: "ReferenceError: maen is not defined",
    location: { line: 5, column: 19 },
  });

  const right = await agent.exec(program(")", "mean"), "typescript");
  const rows = JSON.parse(await readFile(workspace.inside("reports/largest.json"), "utf8"));
  same("mended, it completes", right.value, Math.round(rows.reduce((sum, row) => sum + row.lines, 0) / rows.length));
}

async function hostileLoop() {
  headline("7. A loop that does not want to end");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const from = performance.now();
  const result = await agent.exec(`for (;;) {
  try { for (;;) String(7n ** 300000n); } catch { /* never give up */ }
}`);
  const took = performance.now() - from;
  delay.disable();
  const longest = delay.max / 1e6;
  say(`stopped after ${took.toFixed(0)} ms (limit ${TIMEOUT_MS} ms); longest delay of the event loop meanwhile: ${longest.toFixed(1)} ms`);
  same("it ends as a timeout", { status: result.status, code: result.code, error: result.error }, { status: "failed", code: "timeout", error: "code mode timeout exceeded" });
  holds("on time", took >= TIMEOUT_MS && took <= TIMEOUT_MS + STOP_GRACE_MS, `${TIMEOUT_MS} to ${TIMEOUT_MS + STOP_GRACE_MS} ms`, `${took} ms`);
  const busy = loadavg()[0] > cpus().length;
  const allowed = busy ? MAX_DELAY_BUSY_MS : MAX_DELAY_MS;
  holds(`the event loop was never held up${busy ? " (by more than other programs account for)" : ""}`, longest < allowed, `less than ${allowed} ms`, `${longest} ms`);
  same("the next cell works", (await agent.exec("return [1, 2, 3].at(-1);")).value, 3);
}

function telemetryAndStats() {
  headline("8. Telemetry and stats");
  const { telemetry } = packing;
  say("of the cell that packed:");
  quote(JSON.stringify(telemetry, null, 2), 60);
  const stats = runtime.stats();
  say("of the runtime:");
  quote(JSON.stringify(stats, null, 2), 60);
  const execs = agent.results.filter((result) => result.telemetry.waitCount === 0);
  same("its telemetry names the tools it called, and its waits", { tools: telemetry.calledTools, waited: telemetry.waitCount > 0 }, { tools: ["plugin:press:pack_folder", "client:desk:leave_note"], waited: true });
  same("every exec was counted", stats.execCount, execs.length);
  same("every nested call was counted", stats.callCount, agent.nested.length);
  same("one cell timed out", stats.timedOut, 1);
  same("nothing is left suspended or running", { suspended: stats.suspendedRuns, active: stats.activeRuns }, { suspended: 0, active: 0 });
  const bySource = { openclaw: 4, plugin: 2, mcp: mcp.tools.length, client: 1 };
  same("the catalog has tools of all four sources", telemetry.sources, bySource);
}

/** Everything ends by itself, and soon. */
async function closeEverything() {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`the runtime or the MCP server was not closed within ${CLOSE_MS} ms`)), CLOSE_MS).unref();
  });
  await Promise.race([Promise.all([runtime.close(), mcp?.close()]), late]).finally(() => workspace.remove());
}

try {
  console.log(`${bold("Code mode, end to end.")} Node ${process.version}, ${process.platform} ${process.arch}. The model's turns are scripted; everything else is real.`);
  agent = new Agent({
    runtime,
    config: { tools: { codeMode: { enabled: true, timeoutMs: TIMEOUT_MS, maxPendingToolCalls: MAX_PARALLEL } } },
    policy(toolName) {
      if (toolName === "filesystem__move_file") throw new Error(`the user's policy does not allow ${toolName}`);
    },
  });
  await whatTheModelSees();
  await searchDescribeCall();
  await fanOut();
  await callMcp();
  await slowTool();
  await mistakes();
  await hostileLoop();
  telemetryAndStats();
} catch (error) {
  failed(error);
  process.exitCode = 1;
}
try {
  await closeEverything();
} catch (error) {
  failed(error);
  // Something still holds on; waiting for it would only hide that.
  process.exit(1);
}
if (process.exitCode === undefined) {
  console.log(`\n${bold("Everything as it should be:")} ${checksPassed()} checks in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
