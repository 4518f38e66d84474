// Too little of everything: address space, data, threads, signals. A cell then either works or fails with
// `runtime_unavailable` or `memory_limit_exceeded`; the process goes on, and ordinary JavaScript in it works.

import { spawnSync } from "node:child_process";
import { check, child, program, scale } from "./support.mjs";

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
  for (const mib of scale >= 0.5 ? [40, 60, 80, 100, 120, 150, 200, 300] : [80, 150]) {
    const before = `ulimit -d ${mib * 1024}`;
    if (await nodeAlone(before)) judge(`ulimit -d ${mib} MiB`, await child(program(body), { before }));
    else console.log(`${`ulimit -d ${mib} MiB`.padEnd(28)} --  Node itself does not start`);
  }

  // No thread to spare, from the first cell on. The limit is set when Node has its own threads; the super-user
  // has no such limit, so the child first becomes someone else.
  if (spawnSync("prlimit", ["--version"]).status === 0) {
    for (const spare of [0, 1, 2]) {
      const user = 61_000 + spare;
      const source = `
        const fs = await import("node:fs");
        if (process.getuid() === 0) { process.setgid(${user}); process.setuid(${user}); }
        const threads = fs.readdirSync("/proc/self/task").length;
        console.log("ready", threads);
        while (!fs.readFileSync("/proc/self/limits", "latin1").includes(" " + (threads + ${spare}) + " ")) await sleep(2);
        ${body}`;
      let asked = false;
      const result = await child(program(source), {
        timeoutMs: 20_000,
        onStart(spawned, stdout) {
          const threads = /^ready (\d+)/.exec(stdout)?.[1];
          if (!threads || asked) return;
          asked = true;
          const most = Number(threads) + spare;
          spawnSync("prlimit", ["--pid", String(spawned.pid), `--nproc=${most}:${most}`]);
        },
      });
      // One thread is the clock, one the worker.
      judge(`threads to spare: ${spare}`, result, spare < 2 ? /^runtime_unavailable: code mode runtime is unavailable: .*thread/ : fine);
    }
  }

  // Every real-time signal is taken: an ignored signal stays ignored when a program is started.
  judge("no real-time signal is free", await child(program(body), { before: "for n in $(seq 34 64); do trap '' $n; done" }), /^runtime_unavailable: .*no free signal/);
  judge("one real-time signal is free", await child(program(body), { before: "for n in $(seq 34 63); do trap '' $n; done" }), /^completed$/);

  // Workers without their filter, where it is switched off.
  judge("no system call filter", await child(program(body), { env: { CODE_MODE_SYSCALL_FILTER: "off" } }), /^completed$/);
}
check(failed === 0, `${failed} did not fail closed`);
