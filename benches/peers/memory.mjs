// A process of its own for one figure: resident memory per parked cell.
//   node memory.mjs ours|wasi <cells>      prints one line of JSON

const [who, cells] = [process.argv[2], Number(process.argv[3])];
const { nop } = await import("./tools.mjs");
const { settledMemory } = await import("./statistics.mjs");

/** A cell with a little live state, so that what is measured is a cell and not an empty room. */
const cell = (i) => `const n = ${i}; const seen = new Map([["n", { n }]]); await yield_control("later"); return seen.get("n").n`;

function oursLane() {
  return import("./ours.mjs").then(async ({ agentRun }) => {
    const { createCodeModeRuntime } = await import("../../index.js");
    const runtime = createCodeModeRuntime({ maxSuspendedRuns: 10_000 });
    const run = agentRun([nop], { runtime });
    return {
      park: (i) => run.park(cell(i)),
      resume: (runId) => run.resume(runId),
      snapshotBytes: () => runtime.stats().suspendedBytes,
      close: () => runtime.close(),
    };
  });
}

async function wasiLane() {
  const { begin, compile, resume, yielded } = await import("./wasi.mjs");
  const wasm = await compile();
  let bytes = 0;
  return {
    async park(i) {
      const leg = await begin(wasm, cell(i));
      if (leg.status !== "waiting") throw new Error(`not waiting: ${leg.status}`);
      bytes += leg.snapshot.byteLength;
      return leg;
    },
    async resume(leg) {
      bytes -= leg.snapshot.byteLength;
      return (await resume(wasm, leg.snapshot, leg.requests.map((request) => [request.id, yielded(request)]))).value;
    },
    snapshotBytes: () => bytes,
    close() {},
  };
}

const lane = who === "ours" ? await oursLane() : await wasiLane();

async function round(count) {
  const parked = [];
  for (let i = 0; i < count; i += 1) parked.push(await lane.park(i));
  return parked;
}
async function end(parked) {
  for (const [i, one] of parked.entries()) {
    const value = await lane.resume(one);
    if (value !== i) throw new Error(`cell ${i} came back with ${JSON.stringify(value)}`);
  }
  parked.length = 0;
}

await end(await round(Math.min(cells, 400)));
const before = await settledMemory();
const parked = await round(cells);
const after = await settledMemory();
const snapshotBytes = lane.snapshotBytes() / cells;
await end(parked);
await lane.close();
console.log(JSON.stringify({ cells, rssEach: (after - before) / cells, snapshotEach: snapshotBytes }));
