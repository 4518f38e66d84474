// `npm run sanitize [-- address|undefined] [-- cargo test arguments | corpus part-of-an-id …]`: the core's tests, or with
// `corpus` the cells of the corpora in Node, with the C code (the engine and the stop) compiled for a sanitizer. Linux
// with GCC. Uses target folders of its own; the first build takes as long as any first build.
//
// - address: the guest's allocator tells the sanitizer what is allocated (src/guest/poison.rs). Its library is
//   loaded before everything else, because the programs are linked by rustc, which puts it last.
// - undefined: whatever GCC's checks find is fatal, except what the engine means to do (UNDEFINED_LEFT_OUT).

import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [which = "address", ...rest] = process.argv.slice(2);

/** Tests that cannot hold with a sanitizer, with why. */
const TESTS_LEFT_OUT = {
  address: [
    // It takes terabytes of address space.
    "under_a_limit_of",
    // It leaves room around what a guest allocates: the smallest heaps are too small, and processes grow.
    ...["the_smallest_heap_", "an_answer_that_does_not_fit_the_heap", "every_bomb_is", "memory_of_a_large_cell", "the_memory_of_parked_runs"],
    // It keeps what the host freed, where a secret is found again.
    ...["has_its_secret_in_an_arena", "leaves_nothing"],
    // The filter is off, see below.
    ...["a_worker_cannot_", "all_workers_are_filtered"],
  ],
  undefined: [],
};

/** Checks that are left out, with why. Everything else that GCC checks is fatal, and nothing of it is known to fail. */
const UNDEFINED_LEFT_OUT = [
  // JS_NewObjectFromShape writes through the null of an allocation that it takes for one that cannot fail. The processor
  // notices, and src/guest/stop/handler.c ends the slice (crash/oom-subclass-array.js): that is to be tried, not forestalled.
  "null",
];

const FLAGS = {
  address: ["-fsanitize=address"],
  undefined: ["-fsanitize=undefined", "-fno-sanitize-recover=undefined", ...UNDEFINED_LEFT_OUT.map((check) => `-fno-sanitize=${check}`)],
};
const LIBRARY = { address: "asan", undefined: "ubsan" };

if (!(which in FLAGS)) {
  console.error("usage: npm run sanitize -- address|undefined [cargo test arguments]");
  process.exit(2);
}

function output(command, args) {
  const { status, stdout, error } = spawnSync(command, args, { encoding: "utf8" });
  if (error || status !== 0) {
    console.error(`${command} ${args.join(" ")}: ${error?.message ?? `exit status ${status}`}`);
    process.exit(1);
  }
  return stdout.trim();
}

const target = /host: (.+)/.exec(output("rustc", ["-vV"]))[1];
const upper = target.toUpperCase().replaceAll("-", "_");
const lower = target.replaceAll("-", "_");
const library = output("gcc", [`-print-file-name=lib${LIBRARY[which]}.so`]);
// Faults are for src/guest/stop/handler.c, and for tests that expect a process to end by one.
const options = which === "address" ? "detect_leaks=0:abort_on_error=1:handle_segv=0" : "print_stacktrace=1:abort_on_error=1";
const preload = which === "address" ? `LD_PRELOAD=${library}` : "";
// Sanitizers open files when they speak, which the filter forbids. Its own tests need it, and nothing is said in them.
const filter = which === "address" || rest[0] === "corpus" ? "CODE_MODE_SYSCALL_FILTER=off" : "";

const targetDir = process.env.SANITIZE_TARGET_DIR ?? `${root}target-${which}`;
const SANITIZER = [preload, `${LIBRARY[which].toUpperCase()}_OPTIONS=${options}`, filter].filter((set) => set !== "");
const env = {
  ...process.env,
  CARGO_TARGET_DIR: targetDir,
  CODE_MODE_SANITIZE: which,
  CC: "gcc",
  [`CFLAGS_${lower}`]: [...FLAGS[which], "-fno-omit-frame-pointer", "-g1", "-O1"].join(" "),
  // Build scripts and macros run on this machine without the library: with `--target` these flags are not theirs.
  [`CARGO_TARGET_${upper}_RUSTFLAGS`]: `-Clink-arg=-Wl,--no-as-needed -Clink-arg=-l${LIBRARY[which]}`,
  [`CARGO_TARGET_${upper}_RUNNER`]: `env ${SANITIZER.join(" ")}`,
};
const run = (command, args, more = {}) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...env, ...more } });
  if (status !== 0) process.exit(status ?? 1);
};

if (rest[0] === "corpus") {
  run("cargo", ["build", "--lib", "--target", target]);
  const built = `${targetDir}/${target}/debug/libcode_mode.so`;
  // Node goes by the name.
  const addon = `${targetDir}/code-mode.node`;
  copyFileSync(built, addon);
  run(process.execPath, ["corpus/run.mjs", ...rest.slice(1)], {
    ...Object.fromEntries(SANITIZER.map((set) => set.split(/=(.*)/s))),
    NAPI_RS_NATIVE_LIBRARY_PATH: addon,
  });
} else {
  const skipped = TESTS_LEFT_OUT[which].flatMap((name) => ["--skip", name]);
  const own = rest.includes("--") ? rest : [...rest, "--"];
  run("cargo", ["test", "--target", target, ...own, ...skipped]);
}
