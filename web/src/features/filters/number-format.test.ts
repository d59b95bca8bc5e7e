import { expect, test } from "vitest";
import { formatCount, formatShare } from "./number-format";

test.each([
  [71, 14_206, "0.5 %"],
  [58, 1_731, "3.4 %"],
  [1, 100_000, "under 0.1 %"],
  [0, 0, "0 %"],
  [5, 5, "100 %"],
])("%d of %d is %s", (part, all, text) => {
  expect(formatShare(part, all)).toBe(text);
});

test("large numbers have a thousands separator", () => {
  expect(formatCount(14_206)).toBe("14,206");
});
