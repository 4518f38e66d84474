// A process of its own for one figure: from the import to the value of the first cell.
//   node first-cell.mjs ours|wasi          prints one line of JSON

const started = performance.now();
let run;
if (process.argv[2] === "ours") {
  const { createCodeModeTools } = await import("../../index.js");
  const [exec] = createCodeModeTools({ config: { tools: { codeMode: { enabled: true } } }, runId: "first" });
  run = async () => (await exec.execute("call", { code: "return 1+1" })).details.value;
} else {
  const { compile, runPlain } = await import("./wasi.mjs");
  const wasm = await compile();
  run = () => runPlain(wasm, "return 1+1");
}
const imported = performance.now();
const value = await run();
const done = performance.now();
if (value !== 2) throw new Error(`wrong value: ${JSON.stringify(value)}`);
console.log(JSON.stringify({ importMs: imported - started, firstMs: done - imported, totalMs: done - started }));
