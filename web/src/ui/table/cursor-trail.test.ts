import { expect, test } from "vitest";
import { currentCursor, FIRST_PAGE, nextPage, previousPage } from "./cursor-trail";

test("the first page has no cursor [K10]", () => {
  expect([FIRST_PAGE.length, currentCursor(FIRST_PAGE)]).toEqual([1, null]);
});

test("the cursors of earlier pages are kept for going back [K10]", () => {
  const third = nextPage(nextPage(FIRST_PAGE, "b"), "c");
  expect([third.length, currentCursor(third)]).toEqual([3, "c"]);
  expect(currentCursor(previousPage(third))).toBe("b");
  expect(currentCursor(previousPage(previousPage(third)))).toBeNull();
});

test("there is no page before the first", () => {
  expect(previousPage(FIRST_PAGE)).toEqual(FIRST_PAGE);
});
