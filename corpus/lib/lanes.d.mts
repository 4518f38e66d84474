import type { Case } from "./cases.mjs";

/** How a case went. No faults: everything that was checked holds. */
export interface Judged {
  id: string;
  family: string;
  verdict: string;
  /** Milliseconds after `timeoutMs` at which the answer came; negative when before it. */
  lateMs: number;
  stallMs: number;
  faults: string[];
}
export function runCases(cases: Case[], options?: { lanes?: number; onCase?: (judged: Judged) => void }): Promise<Judged[]>;
export function lateness(judged: Judged[]): { count: number; median: number; p99: number; max: number };
