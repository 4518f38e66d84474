import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createCodeModeRuntime, createCodeModeTools, setDefaultCodeModeRuntime } from "../index.js";
import { agentRun, childRun, completed, failed, inChild, packageUrl, sleep, switchedOn, tool, waiting } from "./support.js";

const clean = { code: 0, signal: null, stderr: "" };

describe("a process", () => {
  it("ends by itself after its last cell, with a runtime open and a cell parked", async () => {
    const child = await inChild(`${childRun}
      const run = agentRun();
      const result = await run.exec("await yield_control()");
      console.log(result.status, (await run.exec("return 1 + 1")).value);
    `);
    expect(child).toMatchObject({ ...clean, stdout: "waiting 2\n" });
    expect(child.ms).toBeLessThan(5000);
  });

  it("stays for a cell that is under way", async () => {
    const child = await inChild(`${childRun}
      agentRun().exec("await new Promise((r) => setTimeout(r, 300)); return 'late'").then((result) => console.log(result.value));
    `);
    expect(child).toMatchObject({ ...clean, stdout: "late\n" });
  });

  it("stays for a wait that is under way", async () => {
    const child = await inChild(`${childRun}
      const run = agentRun();
      const { runId } = await run.exec("await yield_control(); await new Promise((r) => setTimeout(r, 200)); return 'late'");
      run.wait(runId).then((result) => console.log(result.value));
    `);
    expect(child).toMatchObject({ ...clean, stdout: "late\n" });
  });

  it("may exit in the middle of a tool", async () => {
    const child = await inChild(`${childRun} await agentRun().exec("await Promise.all([tools.never(), tools.exit()])");`);
    expect(child).toMatchObject({ code: 7, signal: null, stderr: "" });
  });

  it("may exit while cells compute", async () => {
    const child = await inChild(`${childRun}
      const run = agentRun();
      for (let i = 0; i < 8; i++) run.exec("while (true) {}");
      setTimeout(() => process.exit(3), 50);
    `);
    expect(child).toMatchObject({ code: 3, signal: null, stderr: "" });
    expect(child.ms).toBeLessThan(5000);
  });

  it("may use the package twice", async () => {
    const child = await inChild(`${childRun}
      const other = await import(${JSON.stringify(`${packageUrl}?again`)});
      const tools = pkg.createCodeModeTools({ config });
      console.log(other !== pkg, tools.every(other.isCodeModeControlTool), (await agentRun().exec("return 1")).value,
        (await other.createCodeModeRuntime().exec({ config }, { code: "return 2" })).value);
    `);
    expect(child).toMatchObject({ ...clean, stdout: "true true 1 2\n" });
  });
});

describe("a module that is loaded again and again", () => {
  it("shares one connection to the addon, and old loads go on", async () => {
    const child = await inChild(`${childRun}
      const connections = () => Object.getOwnPropertySymbols(globalThis).filter((key) => key.description?.startsWith("openclaw.codeMode.environment:")).length;
      const first = agentRun();
      const { runId } = await first.exec("await yield_control(); return 'first'");
      const values = [];
      for (let i = 0; i < 100; i++) {
        const again = await import(${JSON.stringify(packageUrl)} + "?again=" + i);
        values.push((await again.createCodeModeRuntime().exec({ config }, { code: "return " + i })).value);
      }
      console.log(connections(), values.every((value, i) => value === i), (await first.wait(runId)).value);
    `);
    expect(child).toMatchObject({ ...clean, stdout: "1 true first\n" });
  });

  it("of another copy of the files has its own", async () => {
    const folder = await mkdtemp(join(tmpdir(), "code-mode-"));
    try {
      const here = new URL("..", import.meta.url);
      const binary = (await readdir(here)).filter((name) => name.endsWith(".node"));
      for (const file of ["index.js", "native.cjs", "package.json", ...binary]) await copyFile(new URL(file, here), join(folder, file));
      const child = await inChild(`${childRun}
        const other = await import(${JSON.stringify(pathToFileURL(join(folder, "index.js")).href)});
        const results = await Promise.all([agentRun().exec("return (await tools.echo({ a: 1 })).result.details.a"), other.createCodeModeRuntime().exec({ config }, { code: "return 2" })]);
        console.log(results.map(({ value }) => value).join(), Object.getOwnPropertySymbols(globalThis).filter((key) => key.description?.startsWith("openclaw.codeMode.environment:")).length);
      `);
      expect(child).toMatchObject({ ...clean, stdout: "1,2 2\n" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("worker threads", () => {
  const worker = `
    const { Worker, isMainThread } = await import("node:worker_threads");
    const start = (source) => new Worker(\`import * as pkg from ${JSON.stringify(packageUrl)}; import { parentPort } from "node:worker_threads"; ${childRun.replaceAll("`", "\\`")} \${source}\`, { eval: true, execArgv: ["--input-type=module"] });
    const ended = (w) => new Promise((resolve, reject) => { w.on("exit", resolve); w.on("error", reject); });
  `;

  it("run cells beside each other and end by themselves", async () => {
    const child = await inChild(`${childRun} ${worker}
      const all = Array.from({ length: 4 }, (_, i) => {
        const w = start(\`parentPort.postMessage((await agentRun().exec("return (await tools.echo({ i: \${i} })).result.details.i")).value)\`);
        return Promise.all([new Promise((resolve) => w.on("message", resolve)), ended(w)]);
      });
      console.log(JSON.stringify(await Promise.all(all)), (await agentRun().exec("return 'main'")).value);
    `);
    expect(child).toMatchObject({ ...clean, stdout: "[[0,0],[1,0],[2,0],[3,0]] main\n" });
  });

  it("may be terminated in the middle of anything", { timeout: 90_000 }, async () => {
    const child = await inChild(
      `${childRun} ${worker}
      for (let i = 0; i < 20; i++) {
        const w = start(\`
          const run = agentRun();
          for (let i = 0; i < 4; i++) run.exec("while (true) {}");
          for (let i = 0; i < 4; i++) run.exec("await tools.never()");
          const loop = async () => { for (;;) await run.exec("return (await tools.echo({})).result"); };
          loop(); loop();
          parentPort.postMessage("up");
        \`);
        await new Promise((resolve) => w.on("message", resolve));
        await new Promise((resolve) => setTimeout(resolve, (i * 7) % 40));
        await w.terminate();
      }
      console.log((await agentRun().exec("return 'still here'")).value);
    `,
      { timeoutMs: 80_000 },
    );
    expect(child).toMatchObject({ ...clean, stdout: "still here\n" });
  });
});

describe("close", () => {
  it("drops what runs and what is parked, once", async () => {
    let signal: AbortSignal | undefined;
    const run = agentRun({ tools: [tool("never", (_, given) => ((signal = given), new Promise(() => {})))] });
    const { runId } = waiting(await run.exec("await yield_control()"));
    const under = [run.exec("await tools.never()"), run.exec("while (true) {}")];
    while (!signal) await sleep(1);
    await Promise.all([run.runtime.close(), run.runtime.close()]);
    await run.runtime.close();
    for (const result of await Promise.all(under)) expect(failed(result).code).toBe("aborted");
    expect(signal.aborted).toBe(true);
    expect(failed(await run.exec("return 1")).code).toBe("aborted");
    expect((await run.wait(runId)).status).toBe("failed");
    expect(run.runtime.stats()).toMatchObject({ activeRuns: 0, suspendedRuns: 0 });
  });

  it("may come first", async () => {
    const runtime = createCodeModeRuntime();
    await runtime.close();
    expect(failed(await runtime.exec({ config: { tools: { codeMode: true } } }, { code: "return 1" })).code).toBe("aborted");
  });

  it("leaves other runtimes alone", async () => {
    const one = agentRun();
    const other = agentRun();
    const { runId } = waiting(await other.exec("await yield_control(); return 1"));
    await one.runtime.close();
    expect(completed(await other.wait(runId)).value).toBe(1);
    expect(failed(await other.wait(runId)).code).toBe("invalid_input");
  });

  it("leaves no catalog to be made", async () => {
    const run = agentRun();
    await run.runtime.close();
    const closed = expect.objectContaining({ code: "aborted", message: "code mode runtime is closed." });
    const params = { ...run.ctx, tools: run.runtime.createTools(run.ctx) };
    expect(() => run.runtime.applyCatalog(params)).toThrow(closed);
    expect(() => run.runtime.addClientTools(params)).toThrow(closed);
    expect(run.runtime.applyCatalog({ ...params, config: {} }).compacted).toBe(false);
  });
  it("of the default runtime goes through the one who replaces it", async () => {
    setDefaultCodeModeRuntime(undefined);
    const own = createCodeModeRuntime();
    createCodeModeTools({});
    const first = setDefaultCodeModeRuntime(own);
    expect(setDefaultCodeModeRuntime(undefined)).toBe(own);
    expect(setDefaultCodeModeRuntime(undefined)).toBeUndefined();
    await Promise.all([first?.close(), own.close()]);
    expect(failed(await (first as typeof own).exec({ config: switchedOn() }, { code: "return 1" })).code).toBe("aborted");
  });
  it("of the default runtime is not needed for a process to end", async () => {
    const child = await inChild(`
      const ctx = { config: { tools: { codeMode: true } }, runId: "r" };
      const [exec] = pkg.createCodeModeTools(ctx);
      const { details } = await exec.execute("1", { code: "await yield_control()" });
      console.log(details.status);
    `);
    expect(child).toMatchObject({ code: 0, stdout: "waiting\n" });
  });
  it("is what disposing does", async () => {
    const { runtime } = agentRun();
    await runtime[Symbol.asyncDispose]();
    expect(failed(await runtime.exec({ config: { tools: { codeMode: true } } }, { code: "return 1" })).code).toBe("aborted");
  });
});

describe("runtimes", () => {
  it("do not share runs", async () => {
    const one = agentRun();
    const { runId } = waiting(await one.exec("await yield_control(); return 1"));
    expect(failed(await createCodeModeRuntime().wait(one.ctx, { runId })).code).toBe("invalid_input");
    expect(completed(await one.wait(runId)).value).toBe(1);
  });

  it("run many cells at once", async () => {
    const run = agentRun({ tools: [tool("echo")] });
    const results = await Promise.all(Array.from({ length: 200 }, (_, i) => run.exec(`return (await tools.echo({ i: ${i} })).result.details.i`)));
    expect(results.map((result) => completed(result).value)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });
});
