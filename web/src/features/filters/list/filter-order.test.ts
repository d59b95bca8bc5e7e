import { expect, test } from "vitest";
import { inOrder, moveFilter } from "./filter-order";

test("a filter moves by one index, and not beyond the ends", () => {
  expect(moveFilter(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moveFilter(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moveFilter(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moveFilter(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});

test("a filter that is missing in the order comes last", () => {
  const list = [{ id: "new" }, { id: "a" }, { id: "b" }];
  expect(inOrder(list, ["b", "a"])).toEqual([{ id: "b" }, { id: "a" }, { id: "new" }]);
});
