// The shape in which later gateways drive an engine: `execute` gives an end or a continuation. A few lines
// over the runtime, which does everything.

import { CodeModeError, isOf } from "./errors.js";
import { objectOrNothing, reading } from "./given.js";
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
 * @throws {CodeModeError} `invalid_input` for a runtime of another package, or a `ctx` that is no object.
 *
 * @example
 * const executor = createCodeModeExecutor({ ctx });
 * let execution = await executor.execute({ code: "return await tools.slow({})" }, { timeoutMs: 2_000 });
 * while (execution.status === "waiting") execution = await execution.continuation.resume({ timeoutMs: 2_000 });
 */
export function createCodeModeExecutor(options: CodeModeExecutorOptions): CodeModeExecutor {
  const { ctx, runtime } = reading("options", () => {
    const { ctx, runtime = createCodeModeRuntime() } = objectOrNothing("options", options);
    if (!isOf(runtime, Runtime)) throw new CodeModeError("invalid_input", "runtime must be one that createCodeModeRuntime made.");
    return { ctx: objectOrNothing("ctx", ctx), runtime };
  });
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
      return execution(await runtime.resume(ctx, { runId: this.runId }, resumed, false));
    }

    dispose(): void {
      this.bytes = 0;
      runtime.drop(this.runId);
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
