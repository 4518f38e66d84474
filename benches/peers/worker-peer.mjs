// The peer as the gateway of 2026.6 built it: a worker for every leg of a cell. A leg ends when the
// cell waits for a tool; the worker leaves a snapshot and is gone, and the answers start another.
// Kinder than the original in one point: the WebAssembly module is compiled once and handed over.

import { Worker } from "node:worker_threads";
import { yielded } from "./wasi.mjs";

const FILE = new URL("./worker.mjs", import.meta.url);

function leg(workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(FILE, { workerData });
    worker.once("message", (message) => {
      void worker.terminate();
      resolve(message);
    });
    worker.once("error", reject);
  });
}

export const beginInWorker = (wasm, code) => leg({ wasm, code });
export const resumeInWorker = (wasm, snapshot, answers) => leg({ wasm, snapshot, answers });

/** Runs a cell to its end. */
export async function runInWorkers(wasm, code, tools) {
  let result = await beginInWorker(wasm, code);
  while (result.status === "waiting") {
    const answers = await Promise.all(
      result.requests.map(async (request, i) => {
        if (request.method === "yield") return [request.id, yielded(request)];
        return [request.id, await tools.get(request.name).execute(`call:${i}`, request.input)];
      }),
    );
    result = await resumeInWorker(wasm, result.snapshot, answers);
  }
  return result.value;
}
