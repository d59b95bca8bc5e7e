import { expect, test } from "vitest";
import { dropPosition } from "./reorder";

test("the drop position is after all other items whose middle is above the pointer", () => {
  const others = [
    { top: 0, bottom: 100 },
    { top: 100, bottom: 140 },
  ];
  expect([10, 60, 119, 121, 500].map((pointer) => dropPosition(pointer, others))).toEqual([0, 1, 1, 2, 2]);
});
