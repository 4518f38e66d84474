// `npm run bench`: this package and its peers side by side, in one run, in short alternating blocks.
//
//   node benches/peers/main.mjs [--json | --markdown] [--only <row>[,<row>]]
//
// Peers: quickjs-wasi, its module compiled once, a fresh VM for each run; and the same plus a worker
// for each leg. Every sample is checked for its result. `VM` in a target is the median of the first
// peer for `return 1+1` in this very run.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import { parseArgs } from "node:util";
import { prepare, ROWS } from "./rows.mjs";
import { calibrate, now } from "./statistics.mjs";
import { print, printMarkdown } from "./table.mjs";

const { values: options } = parseArgs({ options: { json: { type: "boolean" }, markdown: { type: "boolean" }, only: { type: "string" } } });
const only = options.only?.split(",");
const unknown = only?.filter((id) => !ROWS.some((row) => row.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`no such row: ${unknown.join(", ")}; there are ${ROWS.map((row) => row.id).join(", ")}`);
  process.exit(2);
}

// Rows that take their figures from another one, or their unit.
const NEEDS = { wait: ["yield"], snapshot: ["parked"], delay: ["rate"], "catalog-search": ["catalog-exec"] };
const wanted = new Set(only ? ["exec", ...only, ...only.flatMap((id) => NEEDS[id] ?? [])] : ROWS.map((row) => row.id));

const manifest = (name) => JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`${name}/package.json`), "utf8"));
const machine = {
  cpu: os.cpus()[0]?.model.trim() ?? "unknown",
  cores: os.availableParallelism?.() ?? os.cpus().length,
  memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.release()} ${os.arch()}`,
  node: process.version,
  peer: `quickjs-wasi ${manifest("quickjs-wasi").version}`,
  loadBefore: os.loadavg()[0],
  calibrationBefore: calibrate(),
};

const status = process.stderr.isTTY ? (text) => process.stderr.write(`\r\x1b[K${text}`) : () => {};
const started = now();
const shared = await prepare();
const results = [];
for (const row of ROWS) {
  if (!wanted.has(row.id)) continue;
  const progress = (round, rounds) => status(`${row.title} … ${Math.round((100 * round) / rounds)} %`);
  status(`${row.title} …`);
  let figures;
  try {
    figures = await row.measure(shared, progress);
  } catch (error) {
    throw new Error(`row ${row.id}: ${error.message}`, { cause: error });
  }
  results.push({ row, figures });
}
status("");
await shared.run.runtime.close();

machine.loadAfter = os.loadavg()[0];
machine.calibrationAfter = calibrate();
machine.seconds = (now() - started) / 1000;

// Targets are for an idle machine: a missed one is said, it is no failure.
const vm = results.find(({ row }) => row.id === "exec").figures.vm.median;
const table = results.map(({ row, figures }) => {
  const { id, title, note, unit, target } = row;
  const inVms = target?.inVms === undefined ? undefined : figures.ours.median / vm;
  const reached = target && (inVms === undefined ? target.reached(figures) : inVms <= target.inVms);
  const measured = target && (inVms === undefined ? target.figure?.(figures) : `${inVms.toFixed(3)} VM`);
  return { id, title, note, unit, figures, target: target && { text: target.text, measured, reached } };
});

if (options.json) console.log(JSON.stringify({ machine, vmMs: vm, rows: table }, null, 2));
else if (options.markdown) printMarkdown(machine, vm, table);
else print(machine, vm, table);
