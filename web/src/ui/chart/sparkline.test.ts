import { expect, test } from "vitest";
import { pointsOf } from "./sparkline";

test("the line runs from the oldest value to the newest, the highest at the top", () => {
  expect(pointsOf([0, 50, 100])).toEqual([
    { x: 2, y: 18 },
    { x: 36, y: 10 },
    { x: 70, y: 2 },
  ]);
});

test("a minute without a value is bridged", () => {
  expect(pointsOf([100, null, 100]).map(({ x }) => x)).toEqual([2, 70]);
});

test("without values there are no points", () => {
  expect(pointsOf([null, null])).toEqual([]);
});
