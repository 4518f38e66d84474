// The endurance run in short; `npm run endurance` is the whole of it.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

function part(name: string, scale: number): Promise<{ status: number | null; output: string }> {
  const file = fileURLToPath(new URL(`../endurance/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", "--max-semi-space-size=2", file, "--scale", String(scale)], { env: { ...process.env, NODE_OPTIONS: "" } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => child.on("close", (status, signal) => resolve({ status: status ?? -1, output: signal ? `${output}\n${signal}` : output })));
}

describe("in short", { timeout: 120_000 }, () => {
  it.each([
    ["execs, suspensions, aborts and expiries leave memory as it was", "soak", 0.01],
    ["worker threads may be terminated in the middle of anything", "threads", 0.05],
    ["a process may end in every state", "exits", 0.1],
    ["two copies of the package do not disturb each other", "twice", 0.1],
    ["too little of everything fails closed", "scarce", 0.1],
    ["cells are stopped beside other people's signal handlers", "fire", 0.02],
  ])("%s", async (_, name, scale) => {
    const { status, output } = await part(name, scale);
    expect(status, output).toBe(0);
  });
});
