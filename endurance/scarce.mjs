// Too little of everything: address space, data, threads, signals. A cell then either works or fails with
// `runtime_unavailable` or `memory_limit_exceeded`; the process goes on, and ordinary JavaScript in it works.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, child, program, scale } from "./support.mjs";

/** A library that handles all real-time signals but the last few. */
const SIGNALS = `
#include <signal.h>
#include <stdlib.h>
static void nothing(int signal) { (void)signal; }
__attribute__((constructor)) static void take(void) {
  const char *spare = getenv("SPARE_SIGNALS");
  for (int n = SIGRTMIN; n <= SIGRTMAX - (spare ? atoi(spare) : 0); n++) signal(n, nothing);
}
`;
const linux = process.platform === "linux";
/** Says how two cells ended, one of them with a large heap, and that the process lives. */
const body = `
  const report = (result) => result.status === "completed" ? "completed" : result.code + ": " + result.error;
  const run = agentRun();
  const first = report(await run.exec("return 1 + 1"));
  const large = report(await run.exec("const a = []; for (let i = 0; i < 48; i++) a.push(new Uint8Array(1 << 20).fill(1)); return a.length"));
  await sleep(5);
  console.log(JSON.stringify({ first, large, alive: [1, 2].map((n) => n + 1).length === 2 }));
`;
const fine = /^(completed$|runtime_unavailable: code mode runtime is unavailable: .+|memory_limit_exceeded: )/;

let failed = 0;
function judge(name, result, expected = fine) {
  let report;
  try {
    report = JSON.parse(result.stdout.trim().split("\n").at(-1));
  } catch {
    failed++;
    console.log(`${name}: no report`, result);
    return;
  }
  const good = result.code === 0 && report.alive && expected.test(report.first) && fine.test(report.large);
  if (!good) failed++;
  console.log(`${name.padEnd(28)} ${good ? "ok " : "BAD"} ${report.first.slice(0, 150)} | ${report.large.slice(0, 80)}`);
}

/** Whether a Node with nothing to do gets that far. */
async function nodeAlone(before) {
  const result = await child(["-e", "setTimeout(() => console.log(new Array(1e5).fill(1).length), 20)"], { before });
  return result.code === 0;
}

if (linux) {
  const steps = scale >= 0.5 ? [700, 800, 900, 1000, 1200, 1400, 1600, 2000, 2500, 3000, 4000, 6000, 8000, 16000, 64000, 140000] : [1000, 1600, 3000, 8000];
  for (const mib of steps) {
    const before = `ulimit -v ${mib * 1024}`;
    if (await nodeAlone(before)) judge(`ulimit -v ${mib} MiB`, await child(program(body), { before }));
    else console.log(`${`ulimit -v ${mib} MiB`.padEnd(28)} --  Node itself does not start`);
  }
  // No thread to spare, from the first cell on. The limit is set when Node has its own threads; the super-user
  // has no such limit, so the child first becomes someone else.
  if (spawnSync("prlimit", ["--version"]).status === 0) {
    for (const spare of [0, 1, 2, 3]) {
      const source = `
        const { readdirSync } = await import("node:fs");
        const { spawnSync } = await import("node:child_process");
        if (process.getuid() === 0) { process.setgid(${61_000 + spare}); process.setuid(${61_000 + spare}); }
        const most = readdirSync("/proc/self/task").length + ${spare};
        const set = spawnSync("prlimit", ["--pid", String(process.pid), "--nproc=" + most + ":" + most]);
        if (set.status !== 0) throw new Error(String(set.stderr));
        ${body}`;
      // One thread tries the filter and ends, one is the clock, one the worker.
      const expected = spare < 2 ? /^runtime_unavailable: code mode runtime is unavailable: .*thread/ : /^completed$/;
      judge(`threads to spare: ${spare}`, await child(program(source), { timeoutMs: 20_000 }), expected);
    }
  }

  // Every real-time signal has a handler already. Node gives all signals their default action when it starts,
  // so a library takes them afterwards: its constructor runs although Node then finds no addon in it.
  const folder = mkdtempSync(join(tmpdir(), "code-mode-scarce-"));
  try {
    const library = join(folder, "signals.node");
    writeFileSync(join(folder, "signals.c"), SIGNALS);
    if (spawnSync("cc", ["-shared", "-fPIC", "-Wl,-z,nodelete", "-o", library, join(folder, "signals.c")]).status === 0) {
      const source = `try { process.dlopen({ exports: {} }, ${JSON.stringify(library)}); } catch {}\n${body}`;
      const taken = (name, spare, expected) => child(program(source), { env: { SPARE_SIGNALS: String(spare) } }).then((result) => judge(name, result, expected));
      await taken("no real-time signal is free", 0, /^runtime_unavailable: .*no free signal/);
      await taken("one real-time signal is free", 1, /^completed$/);
    } else {
      console.log("no C compiler: signals are not tried");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  // Workers without their filter, where it is switched off.
  judge("no system call filter", await child(program(body), { env: { CODE_MODE_SYSCALL_FILTER: "off" } }), /^completed$/);
}
check(failed === 0, `${failed} did not fail closed`);
