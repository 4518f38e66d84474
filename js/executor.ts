// The shape in which later gateways drive an engine: `execute` gives an end or a continuation. A few lines
// over the runtime, which does everything.

import { Runtime, createCodeModeRuntime } from "./runtime.js";
import type {
  CodeModeContinuation,
  CodeModeExecInput,
  CodeModeExecuteOptions,
  CodeModeExecution,
  CodeModeExecutor,
  CodeModeExecutorOptions,
  CodeModeResult,
} from "./types.js";

/**
 * Makes an executor for one agent run: cells in, ends or continuations out.
 *
 * @example
 * const executor = createCodeModeExecutor({ ctx });
 * let execution = await executor.execute({ code: "return await tools.slow({})" }, { timeoutMs: 2_000 });
 * while (execution.status === "waiting") execution = await execution.continuation.resume({ timeoutMs: 2_000 });
 */
export function createCodeModeExecutor(options: CodeModeExecutorOptions): CodeModeExecutor {
  const { ctx = {}, runtime = createCodeModeRuntime() } = options ?? {};
  if (!(runtime instanceof Runtime)) throw new TypeError("runtime must be one that createCodeModeRuntime made.");
  const execution = (result: CodeModeResult): CodeModeExecution =>
    result.status === "waiting"
      ? Object.assign(result, { continuation: new Continuation(result.runId, result.telemetry.snapshot.bytes ?? 0) })
      : result;

  class Continuation implements CodeModeContinuation {
    constructor(
      readonly runId: string,
      private bytes: number,
    ) {}

    get retainedBytes(): number {
      return this.bytes;
    }

    async resume(resumed?: CodeModeExecuteOptions): Promise<CodeModeExecution> {
      this.bytes = 0;
      return execution(await (runtime as Runtime).resume(ctx, { runId: this.runId }, resumed, false));
    }

    dispose(): void {
      this.bytes = 0;
      (runtime as Runtime).drop(this.runId);
    }

    [Symbol.dispose](): void {
      this.dispose();
    }
  }

  return {
    execute: async (input: CodeModeExecInput, executed?: CodeModeExecuteOptions) =>
      execution(await runtime.run(ctx, input, executed, false)),
  };
}
