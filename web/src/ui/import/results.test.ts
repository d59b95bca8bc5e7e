import { expect, test } from "vitest";
import { isImported, resultSummary } from "./results";

test("outcomes are counted in their order, and those that did not happen are left out", () => {
  const rows = ["failed", "added", "renamed", "added"] as const;
  expect(resultSummary(rows.map((outcome) => ({ outcome })))).toBe("2 added, 1 renamed, 1 failed");
  expect(resultSummary([])).toBe("Nothing imported");
});

test("what was skipped or failed is not in the channel", () => {
  expect([isImported("added"), isImported("renamed"), isImported("replaced")]).toEqual([true, true, true]);
  expect([isImported("skipped"), isImported("failed")]).toEqual([false, false]);
});
