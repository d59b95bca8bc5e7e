import { expect, test } from "vitest";
import { runningTotals } from "./running-totals";

test("each row is added to the rows before it", () => {
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
