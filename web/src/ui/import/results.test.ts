import { expect, test } from "vitest";
import { isTaken, outcomeWords } from "./results";

test("outcomes are counted in their order, and those that did not happen are left out", () => {
  const rows = ["failed", "added", "renamed", "added"] as const;
  expect(outcomeWords(rows.map((outcome) => ({ outcome })))).toBe("2 added, 1 renamed, 1 failed");
  expect(outcomeWords([])).toBe("Nothing was imported");
});

test("what was skipped or failed is not in the channel", () => {
  expect([isTaken("added"), isTaken("renamed"), isTaken("replaced")]).toEqual([true, true, true]);
  expect([isTaken("skipped"), isTaken("failed")]).toEqual([false, false]);
});
