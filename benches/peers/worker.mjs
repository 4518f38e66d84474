// One leg of a cell of the worker peer; see worker-peer.mjs.

import { parentPort, workerData } from "node:worker_threads";
import { begin, resume } from "./wasi.mjs";

const { wasm, code, snapshot, answers } = workerData;
const result = code === undefined ? await resume(wasm, snapshot, answers) : await begin(wasm, code);
parentPort.postMessage(result, result.snapshot ? [result.snapshot.buffer] : []);
