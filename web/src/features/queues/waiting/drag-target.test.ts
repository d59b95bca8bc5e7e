import { expect, test } from "vitest";
import { gapAt, indexAfterDrop, scrollStep } from "./drag-target";

test("the gap nearest to the pointer is the target", () => {
  const list = { top: 100, rowHeight: 50, count: 3 };
  expect([0, 110, 126, 174, 176, 900].map((y) => gapAt(y, list))).toEqual([0, 0, 1, 1, 2, 3]);
});

test("a row that is dropped into a gap beside it stays", () => {
  expect([0, 1, 2, 3].map((gap) => indexAfterDrop(1, gap))).toEqual([0, null, null, 2]);
});

test("the list scrolls while the pointer is near an edge, faster the closer it is", () => {
  const list = { top: 100, bottom: 500 };
  expect([300, 139, 90, 461, 530].map((y) => scrollStep(y, list))).toEqual([0, -1, -14, 1, 14]);
});
