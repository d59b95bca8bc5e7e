import { expect, test } from "vitest";
import { moveItem } from "./move-item";

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, 1, "bac"],
  [2, 1, "acb"],
])("an item moves from index %d to %d", (from, to, after) => {
  expect(moveItem(["a", "b", "c"], from, to).join("")).toBe(after);
});

test("an item does not move beyond the ends of the list", () => {
  expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moveItem(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});
