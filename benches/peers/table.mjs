// The table of the benchmark, for a terminal.

const digits = (value) => (value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3);
const number = (value) => value.toLocaleString("en", { minimumFractionDigits: digits(value), maximumFractionDigits: digits(value) });

function cell(figures, unit) {
  if (!figures) return "–";
  if (unit === "ms" && figures.n > 1) return `${number(figures.median)} (${number(figures.p95)})`;
  return number(figures.median);
}

function ratio(ours, peer) {
  return ours && peer ? (ours.median / peer.median).toPrecision(2) : "–";
}

/** The table as the README shows it. */
export function printMarkdown(machine, vm, rows) {
  console.log(`| medians (p95) | unit | this package | fresh VM | fresh VM + worker | target |`);
  console.log(`| --- | --- | --: | --: | --: | --- |`);
  for (const { title, unit, figures, target } of rows) {
    const reached = target ? `${target.text}: ${target.reached ? "met" : "**missed**"}${target.measured ? ` (${target.measured})` : ""}` : "";
    console.log(`| ${title} | ${unit} | ${cell(figures.ours, unit)} | ${cell(figures.vm, unit)} | ${cell(figures.worker, unit)} | ${reached} |`);
  }
  console.log(`\nVM = ${number(vm)} ms; Node ${machine.node}, ${machine.peer}; load ${machine.loadBefore.toFixed(2)} before, ${machine.loadAfter.toFixed(2)} after.`);
}

const width = (text) => [...text].length;

export function print(machine, vm, rows) {
  console.log(`${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; peer: ${machine.peer}`);
  console.log(
    `load ${machine.loadBefore.toFixed(2)} before, ${machine.loadAfter.toFixed(2)} after; fixed work ${machine.calibrationBefore.toFixed(2)} ms before, ` +
      `${machine.calibrationAfter.toFixed(2)} ms after; ${machine.seconds.toFixed(0)} s`,
  );
  console.log(`medians (p95); VM = ${number(vm)} ms: a fresh quickjs-wasi VM that runs \`return 1+1\`\n`);

  const head = ["", "unit", "ours", "fresh VM", "VM + worker", "ours/VM", "ours/worker", "target", ""];
  const lines = rows.map(({ title, unit, figures, target }) => [
    title,
    unit,
    cell(figures.ours, unit),
    cell(figures.vm, unit),
    cell(figures.worker, unit),
    ratio(figures.ours, figures.vm),
    ratio(figures.ours, figures.worker),
    target ? target.text : "",
    target ? `${target.reached ? "met" : "MISSED"}${target.measured ? `: ${target.measured}` : ""}` : "",
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => width(line[column]))));
  const left = new Set([0, 1, 7, 8]);
  const row = (line) =>
    line
      .map((text, column) => (left.has(column) ? text + " ".repeat(widths[column] - width(text)) : " ".repeat(widths[column] - width(text)) + text))
      .join("  ")
      .trimEnd();
  console.log(row(head));
  console.log("-".repeat(widths.reduce((sum, one) => sum + one + 2, -2)));
  for (const line of lines) console.log(row(line));

  const notes = rows.filter(({ note }) => note);
  if (notes.length > 0) console.log("");
  for (const { title, note } of notes) console.log(`${title}: ${note}.`);
  const missed = rows.filter(({ target }) => target && !target.reached);
  console.log(missed.length === 0 ? "\nAll targets met." : `\nMissed: ${missed.map(({ title }) => title).join("; ")}. Targets are for an idle machine.`);
}
