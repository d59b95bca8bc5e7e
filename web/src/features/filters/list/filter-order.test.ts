import { expect, test } from "vitest";
import { inOrder, moveItem } from "./filter-order";

test("an item is moved within the list, not beyond its ends", () => {
  expect(moveItem(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moveItem(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moveItem(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});

test("a filter that is missing in the order comes last", () => {
  const list = [{ id: "new" }, { id: "a" }, { id: "b" }];
  expect(inOrder(list, ["b", "a"])).toEqual([{ id: "b" }, { id: "a" }, { id: "new" }]);
});
