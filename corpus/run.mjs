// `npm run corpus [-- part-of-an-id … --all]`: runs the corpora through the public API and prints a table; with
// `--all` also what each cell answered.

import { FAMILIES, readCorpus } from "./lib/cases.mjs";
import { lateness, runCases } from "./lib/lanes.mjs";

const cases = readCorpus(undefined, process.argv.slice(2).filter((word) => !word.startsWith("--")));
const started = performance.now();
const judged = await runCases(cases);

const row = (...cells) => console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(8) : String(cell).padStart(11))).join(""));
const ms = (value) => value.toFixed(1);
row("corpus", "cases", "right", "wrong", "past time", "median ms", "p99 ms", "max ms", "stall ms");
for (const family of Object.keys(FAMILIES)) {
  const mine = judged.filter((one) => one.family === family);
  if (mine.length === 0) continue;
  const { count, median, p99, max } = lateness(mine);
  const wrong = mine.filter(({ faults }) => faults.length > 0).length;
  row(family, mine.length, mine.length - wrong, wrong, count, ms(median), ms(p99), ms(max), ms(Math.max(...mine.map(({ stallMs }) => stallMs))));
}
console.log("\n“past time”: answers that came after timeoutMs; the milliseconds are how long after.");
const verdicts = {};
for (const { family, verdict } of judged) (verdicts[family] ??= {})[verdict] = (verdicts[family][verdict] ?? 0) + 1;
if (process.argv.includes("--all")) for (const { id, text = "", lateMs, stallMs } of judged)
    console.log(`${id.padEnd(46)} ${ms(lateMs).padStart(8)} ${ms(stallMs).padStart(6)} ${text.slice(0, 160)}`);
for (const [family, counts] of Object.entries(verdicts))
  console.log(`${family}: ${Object.entries(counts).sort((a, b) => b[1] - a[1]).map(([name, n]) => `${n} ${name}`).join(", ")}`);
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);

const wrong = judged.filter(({ faults }) => faults.length > 0);
for (const { id, faults } of wrong) console.error(`\nWRONG ${id}\n  ${faults.join("\n  ")}`);
process.exit(wrong.length === 0 ? 0 : 1);
