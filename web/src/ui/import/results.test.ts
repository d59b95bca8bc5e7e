import { expect, test } from "vitest";
import { isImported, resultSummary } from "./results";

test("outcomes are counted in a fixed order, without those that did not occur", () => {
  const rows = ["failed", "added", "renamed", "added"] as const;
  expect(resultSummary(rows.map((outcome) => ({ outcome })))).toBe("2 added, 1 renamed, 1 failed");
  expect(resultSummary([])).toBe("Nothing imported");
});

test("skipped and failed items do not count as imported", () => {
  expect([isImported("added"), isImported("renamed"), isImported("replaced")]).toEqual([true, true, true]);
  expect([isImported("skipped"), isImported("failed")]).toEqual([false, false]);
});
