// The peer: cells in quickjs-wasi, a fresh VM for each, its WebAssembly module compiled once. Used in
// the main thread and, for the worker peer, in a thread of its own.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { QuickJS } from "quickjs-wasi";

const require = createRequire(import.meta.url);

export const MEMORY_LIMIT = 64 * 1024 * 1024;

export async function compile() {
  return WebAssembly.compile(await readFile(require.resolve("quickjs-wasi/quickjs.wasm")));
}

/** The least that a cell needs: `return 1+1` as the body of an async function, its value as JSON. */
export async function runPlain(wasm, code) {
  const vm = await QuickJS.create({ wasm, memoryLimit: MEMORY_LIMIT });
  try {
    vm.evalCode(`(async () => {\n${code}\n})().then((value) => { globalThis.result = JSON.stringify(value ?? null); })`).dispose();
    vm.executePendingJobs();
    return JSON.parse(vm.evalCode("result").consume((handle) => handle.toString()));
  } finally {
    vm.dispose();
  }
}

/** A cell whose nested calls are host functions that return promises of the VM. */
export async function runWithTools(wasm, code, tools) {
  const vm = await QuickJS.create({ wasm, memoryLimit: MEMORY_LIMIT });
  try {
    let calls = 0;
    const call = vm.newFunction("hostCall", (name, input) => {
      const promise = vm.newPromise();
      const tool = tools.get(name.toString());
      calls += 1;
      tool.execute(`call:${calls}`, JSON.parse(input.toString())).then((result) => {
        vm.newString(JSON.stringify(result)).consume((handle) => promise.resolve(handle));
        vm.executePendingJobs();
      });
      return promise.handle;
    });
    vm.setProp(vm.global, "hostCall", call);
    call.dispose();
    vm.evalCode("globalThis.tools = { call: (name, input) => hostCall(name, JSON.stringify(input)).then(JSON.parse) };").dispose();
    const cell = vm.evalCode(`(async () => {\n${code}\n})().then((value) => JSON.stringify(value ?? null))`);
    vm.executePendingJobs();
    const settled = await vm.resolvePromise(cell);
    cell.dispose();
    if (settled.error) throw new Error(settled.error.consume((handle) => handle.toString()));
    return JSON.parse(settled.value.consume((handle) => handle.toString()));
  } finally {
    vm.dispose();
  }
}

// For cells that are suspended, requests and their promises are kept inside the guest: what is in
// there survives a snapshot, what is outside does not.
const SUSPENDABLE = `{
  const pending = new Map();
  let last = 0;
  let requests = [];
  const request = (method, name, input) => new Promise((resolve, reject) => {
    const id = ++last;
    pending.set(id, { resolve, reject });
    requests.push({ id, method, name, input });
  });
  globalThis.tools = { call: (name, input) => request("call", name, input) };
  globalThis.yield_control = (reason) => request("yield", undefined, reason);
  globalThis.__answer = (id, value) => { const { resolve } = pending.get(id); pending.delete(id); resolve(value); };
  globalThis.__start = (cell) => { cell().then((value) => { globalThis.__result = JSON.stringify(value ?? null); }); };
  globalThis.__state = () => {
    const made = requests;
    requests = [];
    return JSON.stringify(globalThis.__result === undefined ? { requests: made } : { value: JSON.parse(__result) });
  };
}`;

const state = (vm) => {
  vm.executePendingJobs();
  return JSON.parse(vm.evalCode("__state()").consume((handle) => handle.toString()));
};

function settle(vm) {
  const { value, requests } = state(vm);
  if (requests === undefined) return { status: "completed", value };
  return { status: "waiting", requests, snapshot: QuickJS.serializeSnapshot(vm.snapshot()) };
}

/** Runs a cell until it completes or waits; a waiting one leaves its serialized snapshot. */
export async function begin(wasm, code, globals) {
  const vm = await QuickJS.create({ wasm, memoryLimit: MEMORY_LIMIT });
  try {
    vm.evalCode(SUSPENDABLE).dispose();
    if (globals !== undefined) {
      vm.newString(globals).consume((handle) => vm.setProp(vm.global, "__catalog", handle));
      vm.evalCode("globalThis.ALL_TOOLS = JSON.parse(__catalog);").dispose();
    }
    vm.evalCode(`__start(async () => {\n${code}\n})`).dispose();
    return settle(vm);
  } finally {
    vm.dispose();
  }
}

/** Restores a waiting cell, gives it its answers, and runs it on. `answers`: pairs of id and value. */
export async function resume(wasm, snapshot, answers) {
  const vm = await QuickJS.restore(QuickJS.deserializeSnapshot(snapshot), { wasm, memoryLimit: MEMORY_LIMIT });
  try {
    for (const [id, value] of answers) vm.evalCode(`__answer(${id}, ${JSON.stringify(value)})`).dispose();
    return settle(vm);
  } finally {
    vm.dispose();
  }
}

/** What a yield resolves to. */
export const yielded = (request) => ({ status: "yielded", reason: request.input ?? null });
