import { expect, test } from "vitest";
import { inOrder } from "./filter-order";

test("a filter that is missing in the order comes last", () => {
  const list = [{ id: "new" }, { id: "a" }, { id: "b" }];
  expect(inOrder(list, ["b", "a"])).toEqual([{ id: "b" }, { id: "a" }, { id: "new" }]);
});
