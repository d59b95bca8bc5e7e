import { expect, test } from "vitest";
import { runningTotals } from "./running-totals";

test("each row stands on those before it", () => {
  expect(
    runningTotals([
      [1, 2],
      [0, 3],
      [4, 0],
    ]),
  ).toEqual([
    [1, 2],
    [1, 5],
    [5, 5],
  ]);
});
