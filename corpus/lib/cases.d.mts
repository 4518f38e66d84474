/** A case of the corpus. */
export interface Case {
  id: string;
  family: string;
  code: string;
  language: "javascript" | "typescript";
  config: { timeoutMs: number; [field: string]: number };
  expect: string[];
  idea: string;
}
export const FAMILIES: Record<string, { timeoutMs: number }>;
export function readCorpus(families?: string[], only?: string[]): Case[];
