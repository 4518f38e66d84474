// The options of a runtime, checked once. What is wrong with one is said when it would be used: a host that never
// switches code mode on must not fail for it.

import { functionOrNothing, nameOrNothing, objectOrNothing, unreadable } from "./given.js";
import type { CodeModeError } from "./errors.js";
import type { CodeModeRuntimeOptions } from "./types.js";

type Callbacks = Pick<CodeModeRuntimeOptions, "classifyTool" | "wrapTool" | "onEvent" | "onNestedCall">;

/** Options that can be used; those that cannot are left out, and `problem` says what is wrong. */
export interface CheckedOptions extends Callbacks {
  readonly config: unknown;
  readonly agentId: string | undefined;
  /** What concerns the core, as it reads it: JSON text. */
  settings(lifecycleEvents: boolean): string;
  readonly problem: CodeModeError | undefined;
}

const SETTINGS = ["workers", "maxSuspendedRuns", "maxSuspendedBytes", "inlineWaitMs", "pendingOverflow", "outputDelivery"] as const;

/**
 * Reads the options.
 *
 * @throws {CodeModeError} `invalid_input` where they are no object.
 */
export function checkOptions(given: CodeModeRuntimeOptions | undefined): CheckedOptions {
  const options = objectOrNothing("options", given);
  const settings: Record<string, unknown> = {};
  let problem: CodeModeError | undefined;
  const read = <T>(use: () => T): T | undefined => {
    try {
      return use();
    } catch (error) {
      problem ??= unreadable("options", error, "invalid_config");
      return undefined;
    }
  };
  const callback = <K extends keyof Callbacks>(name: K): Callbacks[K] =>
    read(() => functionOrNothing(name, options[name], "invalid_config") as Callbacks[K]);
  for (const name of SETTINGS) settings[name] = read(() => carried(options[name]));
  const checked = {
    config: read(() => options.config),
    agentId: read(() => nameOrNothing("agentId", options.agentId)),
    classifyTool: callback("classifyTool"),
    wrapTool: callback("wrapTool"),
    onEvent: callback("onEvent"),
    onNestedCall: callback("onNestedCall"),
  };
  return { ...checked, problem, settings: (lifecycleEvents) => JSON.stringify({ ...settings, lifecycleEvents }) };
}

/** A setting as JSON carries it; what it cannot carry is `null`, which the core refuses by the option's name. */
function carried(value: unknown): unknown {
  return value === undefined || typeof value === "string" || typeof value === "number" ? value : null;
}
