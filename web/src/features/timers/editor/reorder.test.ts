import { describe, expect, test } from "vitest";
import { dropPosition, moveItem } from "./reorder";

describe("reordered messages", () => {
  test.each([
    [0, 2, "bca"],
    [2, 0, "cab"],
    [1, 1, "abc"],
    [0, 1, "bac"],
  ])("an item moves from index %d to %d", (from, to, after) => {
    expect(moveItem(["a", "b", "c"], from, to).join("")).toBe(after);
  });

  test("the drop position is after all other items whose middle is above the pointer", () => {
    const others = [
      { top: 0, bottom: 100 },
      { top: 100, bottom: 140 },
    ];
    expect([10, 60, 119, 121, 500].map((pointer) => dropPosition(pointer, others))).toEqual([0, 1, 1, 2, 2]);
  });
});
