import { expect, test } from "vitest";
import { percent } from "./numbers";
import { fraction } from "./odds/fraction";

test.each([
  [0n, 1n, "0.00 %"],
  [1n, 1n, "100.00 %"],
  [9n, 20n, "45.00 %"],
  [8n, 1_000_000n, "0.000800 %"],
  [1n, 10_000_000_000n, "< 0.000001 %"],
  [99_999_999n, 100_000_000n, "> 99.99 %"],
  [10n ** 30n - 1n, 10n ** 30n, "> 99.99 %"],
  [999n, 1_000n, "99.90 %"],
])("a share of %d in %d is shown as %s, and never rounded to none or all", (top, bottom, shown) => {
  expect(percent(fraction(top, bottom))).toBe(shown);
});
