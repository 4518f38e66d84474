// The walk over what a plugin's `createScope` returned: JavaScript objects in, a descriptor out that is
// data only. Plugins are trusted to be no attackers, not to be right: whatever they return, the walk
// ends soon and nothing but JSON leaves it.

import { CodeModeError } from "../errors.js";
import type { CodeModeNamespaceNode, CodeModeNamespaceToolCall } from "../types.js";
import { markerOf } from "./registry.js";

// Not below what Rust allows (src/namespaces/scope.rs): Rust refuses, this walk only has to stop.
const MAX_NODES = 10_000;
const MAX_DEPTH = 32;
const MAX_TEXT = 1 << 20;
/** How much of a path a message repeats. */
const MAX_SHOWN = 200;

/** A serialised scope. */
export interface WalkedScope {
  readonly scope: CodeModeNamespaceNode;
  /** The markers, by the JSON text of their path. */
  readonly calls: Map<string, CodeModeNamespaceToolCall>;
}

/** A refusal, with the contract's message. */
function refuse(message: string): never {
  throw new CodeModeError("invalid_input", message);
}

/** Serialises what `createScope` returned. */
export function walkScope(id: string, value: unknown): WalkedScope {
  const walk = new Walk();
  try {
    if (!isRecord(value) || markerOf(value)) refuse(`Code mode namespace "${id}" createScope must return an object.`);
    return { scope: walk.node(value), calls: walk.calls };
  } catch (error) {
    if (error === BROAD) return { scope: broad(), calls: walk.calls };
    if (error === LONG) return { scope: { kind: "value", json: "x".repeat(MAX_TEXT + 1) }, calls: walk.calls };
    if (error instanceof CodeModeError) throw error;
    // A getter or a proxy threw: its error is the plugin's, and may hold anything.
    return refuse(`Code mode namespace "${id}" scope could not be read at ${walk.where()}.`);
  }
}

// Thrown to leave the walk; a scope that is surely over the same bound is handed to Rust, which says so.
const BROAD = Symbol("too many or too deep");
const LONG = Symbol("too long");

function broad(): CodeModeNamespaceNode {
  let node: CodeModeNamespaceNode = { kind: "value", json: null };
  for (let depth = 0; depth <= MAX_DEPTH; depth++) node = { kind: "object", entries: [["x", node]] };
  return node;
}

class Walk {
  readonly calls = new Map<string, CodeModeNamespaceToolCall>();
  private readonly path: string[] = [];
  /** The objects that the current one is in. */
  private readonly above = new Set<object>();
  private nodes = 0;
  /** `toJSON` within `toJSON`. */
  private conversions = 0;
  private text = 0;

  where(): string {
    const path = this.path.join(".");
    return path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path || "(root)";
  }

  node(value: unknown): CodeModeNamespaceNode {
    if (++this.nodes > MAX_NODES || this.path.length > MAX_DEPTH) throw BROAD;
    switch (typeof value) {
      case "string":
        return { kind: "value", json: this.said(value) };
      case "number":
        return { kind: "value", json: Number.isFinite(value) ? value : null };
      case "boolean":
        return { kind: "value", json: value };
      case "bigint":
      case "symbol":
        return { kind: "value", json: this.said(String(value)) };
      case "function":
        return refuse(`Code mode namespace function at ${this.where()} must be created with createCodeModeNamespaceTool.`);
      case "undefined":
        return { kind: "value", json: null };
      default:
        return value === null ? { kind: "value", json: null } : this.object(value as object);
    }
  }

  private object(value: object): CodeModeNamespaceNode {
    const marker = markerOf(value);
    if (marker) {
      this.calls.set(JSON.stringify(this.path), marker);
      return { kind: "call", tool: this.said(marker.toolName) };
    }
    if (this.above.has(value)) refuse(`Circular code mode namespace scope at ${this.where()}.`);
    this.above.add(value);
    try {
      if (Array.isArray(value)) return this.array(value);
      return this.foreign(value) ?? this.entries(value);
    } finally {
      this.above.delete(value);
    }
  }

  private array(value: readonly unknown[]): CodeModeNamespaceNode {
    const { length } = value;
    if (!(length <= MAX_NODES)) throw BROAD;
    const items: CodeModeNamespaceNode[] = [];
    for (let at = 0; at < length; at++) items.push(this.at(String(at), () => value[at]));
    return { kind: "array", items };
  }

  private entries(value: object): CodeModeNamespaceNode {
    const keys = Object.keys(value);
    if (keys.length > MAX_NODES) throw BROAD;
    const entries: [string, CodeModeNamespaceNode][] = [];
    for (const key of keys) {
      this.said(key);
      entries.push([key, this.at(key, () => (value as Record<string, unknown>)[key])]);
    }
    return { kind: "object", entries };
  }

  /** What is more than its properties: what JSON makes of it, or its name. */
  private foreign(value: object): CodeModeNamespaceNode | undefined {
    if (isPlain(value)) return undefined;
    if (ArrayBuffer.isView(value)) return { kind: "value", json: this.numbers(value) };
    if (value instanceof Error) {
      return { kind: "value", json: { name: this.said(String(value.name)), message: this.said(String(value.message)) } };
    }
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") {
      if (++this.conversions > MAX_DEPTH) throw BROAD;
      const node = this.node((toJSON as (key: string) => unknown).call(value, ""));
      this.conversions--;
      return node;
    }
    return isRecord(value) ? undefined : { kind: "value", json: this.said(Object.prototype.toString.call(value)) };
  }

  private numbers(view: ArrayBufferView): unknown[] {
    if (view instanceof DataView) return this.numbers(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    const elements = view as unknown as ArrayLike<number | bigint>;
    this.long(elements.length);
    return Array.from(elements, (element) => (typeof element === "bigint" ? String(element) : Number.isFinite(element) ? element : null));
  }

  private at(segment: string, read: () => unknown): CodeModeNamespaceNode {
    this.path.push(segment);
    const node = this.node(read());
    this.path.pop();
    return node;
  }

  /** Counts text in, and mends what is no Unicode. */
  private said(text: string): string {
    this.long(text.length);
    return (text as string & { toWellFormed(): string }).toWellFormed();
  }

  private long(units: number): void {
    this.text += units;
    if (this.text > MAX_TEXT) throw LONG;
  }
}

/** Whether an object is nothing but its properties, whichever realm it is of. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether properties say what a value is: not so for arrays, dates, maps, promises. */
function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return isPlain(value) || Object.prototype.toString.call(value) === "[object Object]";
}
