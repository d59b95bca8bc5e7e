import { expect, test } from "vitest";
import { meanPerGroup, runsOfValues, stackedTops, sumPerGroup, totals } from "./stack";

test("a step without any value is a gap, not zero", () => {
  expect(
    totals([
      [1, null, null],
      [2, 5, null],
    ]),
  ).toEqual([3, 5, null]);
});

test("a platform has no top in the stack where it has no value", () => {
  expect(
    stackedTops([
      [null, 4],
      [10, 20],
    ]),
  ).toEqual([
    [null, 4],
    [10, 24],
  ]);
});

test("a group of steps has the mean of its known values, or a gap if it has none", () => {
  expect(meanPerGroup([1, null, 5, null, null, null, 8], 3)).toEqual([3, null, 8]);
});

test("a group of steps has the sum of its known values, or a gap if it has none", () => {
  expect(sumPerGroup([1, null, 2, null, null, null, 4], 3)).toEqual([3, null, 4]);
});

test("a gap ends a run of values, and the next value begins a new run", () => {
  expect(runsOfValues([null, 1, 2, null, null, 0, null])).toEqual([
    { start: 1, values: [1, 2] },
    { start: 5, values: [0] },
  ]);
});
