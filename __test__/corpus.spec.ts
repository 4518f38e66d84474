// All of corpus/, in child processes: see corpus/run.mjs for the same as a table.

import { beforeAll, describe, expect, it } from "vitest";
import { FAMILIES, readCorpus } from "../corpus/lib/cases.mjs";
import { runCases, type Judged } from "../corpus/lib/lanes.mjs";

const SMALLEST: Record<string, number> = { hang: 80, crash: 60, escape: 120 };

describe.each(Object.keys(FAMILIES))("corpus/%s", (family) => {
  const cases = readCorpus([family]);
  const judged = new Map<string, Judged>();

  beforeAll(async () => {
    for (const one of await runCases(cases)) judged.set(one.id, one);
  }, 300_000);

  it("has cases enough", () => {
    expect(cases.length).toBeGreaterThanOrEqual(SMALLEST[family]!);
  });

  it.each(cases.map(({ id }) => id))("%s", (id) => {
    expect(judged.get(id)?.faults).toEqual([]);
  });
});
