import { expect, test } from "vitest";
import { back, currentCursor, forward, START } from "./cursor-trail";

test("a list starts without a cursor [K10]", () => {
  expect([START.length, currentCursor(START)]).toEqual([1, null]);
});

test("each step forward is remembered, so that the way back needs no other kind of paging [K10]", () => {
  const third = forward(forward(START, "b"), "c");
  expect([third.length, currentCursor(third)]).toEqual([3, "c"]);
  expect(currentCursor(back(third))).toBe("b");
  expect(currentCursor(back(back(third)))).toBeNull();
});

test("before the first page there is nothing", () => {
  expect(back(START)).toEqual(START);
});
