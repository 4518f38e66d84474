// Finds the two values of `tools.codeMode` that count for an agent. What they mean, Rust decides.

import { native, type NativeConfig } from "./native.js";
import { CodeModeError } from "./errors.js";
import { reading, text } from "./given.js";
import type { CodeModeConfig } from "./types.js";

const FIELDS = [
  "enabled",
  "runtime",
  "mode",
  "languages",
  "timeoutMs",
  "memoryLimitBytes",
  "maxOutputBytes",
  "maxSnapshotBytes",
  "maxPendingToolCalls",
  "snapshotTtlSeconds",
  "maxSearchLimit",
  "searchDefaultLimit",
] as const;

/** The values of `tools.codeMode` for one agent: the common one, and that of its own entry. */
interface RawConfig {
  base: unknown;
  overlay: unknown;
}

/** A resolved configuration and the raw values it was made from. */
export interface ResolvedConfig {
  readonly native: NativeConfig;
  readonly enabled: boolean;
  /** Wall clock of one `exec` or `wait`, in milliseconds. */
  timeoutMs(): number;
  /** Whether `raw` still holds what this was made from: hosts change configurations in place. */
  matches(config: unknown, agentId: string | undefined): boolean;
}

function pick(config: unknown, agentId: string | undefined): RawConfig {
  const base = codeModeOf(config);
  if (agentId === undefined) return { base, overlay: undefined };
  const list = field(field(config, "agents"), "list");
  const entry = Array.isArray(list) ? list.find((agent: unknown) => field(agent, "id") === agentId) : undefined;
  return { base, overlay: codeModeOf(entry) };
}

function codeModeOf(holder: unknown): unknown {
  return field(field(holder, "tools"), "codeMode");
}

function field(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
}

/** The values of the twelve fields, or the switch itself; arrays by their items. */
function snapshot(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const values: unknown[] = [value];
  for (const name of FIELDS) {
    const item = (value as Record<string, unknown>)[name];
    if (Array.isArray(item)) values.push(item.length, ...item);
    else values.push(item);
  }
  return values;
}

function holds(value: unknown, values: readonly unknown[]): boolean {
  if (value !== values[0]) return false;
  if (typeof value !== "object" || value === null) return true;
  let at = 1;
  for (const name of FIELDS) {
    const item = (value as Record<string, unknown>)[name];
    if (!Array.isArray(item)) {
      if (item !== values[at++]) return false;
      continue;
    }
    if (item.length !== values[at++]) return false;
    for (const element of item) if (element !== values[at++]) return false;
  }
  return true;
}

/** JSON text of a raw value with the twelve fields only; what JSON cannot carry is of a wrong type anyway. */
function wire(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const item = (value as Record<string, unknown>)[name];
    if (item !== undefined) fields[name] = carried(item);
  }
  return JSON.stringify(fields);
}

function carried(item: unknown): unknown {
  if (Array.isArray(item)) return item.map((element) => (typeof element === "string" ? element : null));
  return typeof item === "string" || typeof item === "number" || typeof item === "boolean" ? item : null;
}

// Agent runs come with a fresh context each, but with few configurations.
const MAX_CACHED = 64;
const cached = new Map<string, { native: NativeConfig; enabled: boolean }>();

/**
 * Resolves the configuration of one agent.
 *
 * @throws {CodeModeError} `invalid_config`, or `runtime_unavailable` where code mode is switched on and there is no addon.
 */
export function resolve(config: unknown, agentId: string | undefined): ResolvedConfig {
  const { base, overlay, baseValues, overlayValues } = reading(
    "config",
    () => {
      const raw = pick(config, agentId);
      return { base: wire(raw.base), overlay: wire(raw.overlay), baseValues: snapshot(raw.base), overlayValues: snapshot(raw.overlay) };
    },
    "invalid_config",
  );
  const key = `${base ?? ""}\n${overlay ?? ""}`;
  let entry = cached.get(key);
  if (!entry) {
    const made = guarded(() => new (native().NativeConfig)(base ?? null, overlay ?? null));
    entry = { native: made, enabled: made.enabled };
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value as string);
    cached.set(key, entry);
  }
  return {
    ...entry,
    timeoutMs: () => (JSON.parse(entry.native.json()) as CodeModeConfig).timeoutMs,
    matches(config, agentId) {
      const now = pick(config, agentId);
      return holds(now.base, baseValues) && holds(now.overlay, overlayValues);
    },
  };
}

/** Turns an error of the addon, whose message is `code: text`, into one of this package. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CodeModeError) throw error;
    const { code, message } = error as { code?: unknown; message?: unknown };
    throw new CodeModeError((typeof code === "string" ? code : "internal_error") as never, String(message));
  }
}

/** Whether code mode is switched on, asked without the addon: a host that never uses it must not need it. */
export function isSwitchedOn(config: unknown, agentId: string | undefined): boolean {
  const { base, overlay } = pick(config, agentId);
  const own = switchOf(overlay);
  return (own === undefined ? switchOf(base) : own) === true;
}

function switchOf(value: unknown): unknown {
  return typeof value === "boolean" ? value : field(value, "enabled");
}

/** What `resolveCodeModeConfig({})` gives, for where there is no addon to ask; a spec holds them together. */
const DISABLED: CodeModeConfig = {
  enabled: false,
  runtime: "quickjs-wasi",
  mode: "only",
  languages: ["javascript", "typescript"],
  timeoutMs: 10_000,
  memoryLimitBytes: 67_108_864,
  maxOutputBytes: 65_536,
  maxSnapshotBytes: 10_485_760,
  maxPendingToolCalls: 16,
  snapshotTtlSeconds: 900,
  maxSearchLimit: 50,
  searchDefaultLimit: 8,
};

/**
 * Resolves `config.tools.codeMode`, overlaid field by field with that of the agent's entry in
 * `config.agents.list`. `true` and `false` stand for `{ enabled }`. What has a wrong type counts as absent, numbers are
 * brought into their range; without anything configured code mode is off.
 *
 * @param config The gateway's configuration.
 * @param agentId Whose entry counts.
 * @returns All twelve fields (see `CodeModeConfig` for defaults).
 * @throws {CodeModeError} `invalid_config` for a `runtime` or `mode` that does not exist; `runtime_unavailable` when code
 * mode is switched on and the native binary does not load.
 */
export function resolveCodeModeConfig(config?: unknown, agentId?: string): CodeModeConfig {
  try {
    return JSON.parse(resolve(config, text(agentId)).native.json()) as CodeModeConfig;
  } catch (error) {
    const unavailable = error instanceof CodeModeError && error.code === "runtime_unavailable";
    if (!unavailable || isSwitchedOn(config, agentId)) throw error;
    return { ...DISABLED, languages: [...DISABLED.languages] };
  }
}
