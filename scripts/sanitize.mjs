// `npm run sanitize [-- address|undefined] [-- cargo test arguments]`: the core's tests, and whatever else they
// run, with the C code (the engine and the stop) compiled for a sanitizer. Linux with GCC. Uses target folders of
// its own; the first build takes as long as any first build.
//
// - address: the guest's allocator tells the sanitizer what is allocated (src/guest/poison.rs). Its library is
//   loaded before everything else, because the programs are linked by rustc, which puts it last.
// - undefined: what the engine is known to do and means to do is left out (UNDEFINED below), the rest is fatal.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [which = "address", ...rest] = process.argv.slice(2);

/** Checks that the engine fails by design, with where. */
const UNDEFINED_LEFT_OUT = [];

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
const options = which === "address" ? "detect_leaks=0:abort_on_error=1" : "print_stacktrace=1:abort_on_error=1";
const preload = which === "address" ? `LD_PRELOAD=${library}` : "";

const { status } = spawnSync("cargo", ["test", "--target", target, ...rest], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    CARGO_TARGET_DIR: process.env.SANITIZE_TARGET_DIR ?? `${root}target-${which}`,
    CODE_MODE_SANITIZE: which,
    CC: "gcc",
    [`CFLAGS_${lower}`]: [...FLAGS[which], "-fno-omit-frame-pointer", "-g1", "-O1"].join(" "),
    // Build scripts and macros run on this machine without the library: with `--target` these flags are not theirs.
    [`CARGO_TARGET_${upper}_RUSTFLAGS`]: `-Clink-arg=-Wl,--no-as-needed -Clink-arg=-l${LIBRARY[which]}`,
    [`CARGO_TARGET_${upper}_RUNNER`]: `env ${preload} ${LIBRARY[which].toUpperCase()}_OPTIONS=${options} CODE_MODE_SYSCALL_FILTER=off`,
  },
});
process.exit(status ?? 1);
