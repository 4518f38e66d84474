// What the example prints: steps, turns, results, progress. Colours and rewritten lines only on a terminal.

const out = process.stdout;
const rich = Boolean(out.isTTY) && !process.env.NO_COLOR;
const paint = (code) => (text) => (rich ? `\x1b[${code}m${text}\x1b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
const green = paint(32);
const red = paint(31);
const cyan = paint(36);

let open = false;

function line(text = "") {
  if (open) out.write("\r\x1b[K");
  open = false;
  out.write(`${text}\n`);
}

const indent = (text, by) => text.split("\n").map((one) => " ".repeat(by) + one).join("\n");

/** A value on one line if it fits, else over several. */
function shown(value) {
  const short = JSON.stringify(value);
  return short.length <= 100 ? short : JSON.stringify(value, null, 2);
}

export const headline = (text) => line(`\n${bold(text)}`);

export const say = (text) => line(`  ${text}`);

/** A file, a description: something to be read as it is, the first `most` lines of it. */
export function quote(text, most = 30) {
  const lines = text.split("\n");
  line(dim(indent(lines.slice(0, most).join("\n"), 4)));
  if (lines.length > most) line(dim(`    … ${lines.length - most} more lines`));
}

/** Something that takes a while. On a terminal the line is rewritten, elsewhere each `text` stands once. */
let lastProgress;
export function progress(text) {
  if (rich) {
    out.write(`\r\x1b[K  ${dim(text)}`);
    open = true;
  } else if (text !== lastProgress) {
    line(`  ${text}`);
  }
  lastProgress = text;
}

export function modelCalls(tool, input) {
  line(`  ${cyan(`model → ${tool}`)}${input.language ? ` (${input.language})` : ""}${input.runId ? ` ${input.runId}` : ""}`);
  if (input.code) line(dim(indent(input.code, 4)));
}

export function nestedCalls(events) {
  if (events.length === 0) return;
  const names = new Map();
  for (const { catalogId, isError } of events) {
    const name = `${catalogId}${isError ? " (refused or failed)" : ""}`;
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  const list = [...names].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name));
  line(dim(`    tools called: ${list.join(", ")}`));
}

export function modelGets(result) {
  for (const item of result.output?.slice(result.outputSince ?? 0) ?? []) {
    line(`  output:`);
    quote(item.type === "text" ? item.text : shown(item.value));
  }
  const { status } = result;
  if (status === "completed") line(`  ${green("completed")} ${indent(shown(result.value), 4).trimStart()}`);
  else if (status === "waiting") line(`  ${cyan("waiting")} ${result.reason}: ${(result.pendingToolCalls ?? []).map((call) => call.tool ?? call.method).join(", ")}`);
  else {
    const at = result.location ? ` (line ${result.location.line}, column ${result.location.column})` : "";
    line(`  ${red("failed")} ${result.code}${at}: ${indent(result.error, 4).trimStart()}`);
  }
}

export const passed = (text) => line(`  ${green("✓")} ${text}`);

export function failed(error) {
  line(`\n${red("✗ This is not as it should be.")}`);
  line(indent(error.expected === undefined ? String(error.stack ?? error) : error.message, 2));
}
