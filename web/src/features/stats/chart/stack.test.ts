import { expect, test } from "vitest";
import { meanPerGroup, stackedTops, sumPerGroup, totals } from "./stack";

test("a step without any value is a gap, not zero", () => {
  expect(
    totals([
      [1, null, null],
      [2, 5, null],
    ]),
  ).toEqual([3, 5, null]);
});

test("a platform that is not live yet leaves no mark in the stack", () => {
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

test("a group has the mean of its known values", () => {
  expect(meanPerGroup([1, null, 5, null, null, null, 8], 3)).toEqual([3, null, 8]);
});

test("a group of minutes has the sum of what is counted, and a gap where nothing is known", () => {
  expect(sumPerGroup([1, null, 2, null, null, null, 4], 3)).toEqual([3, null, 4]);
});
