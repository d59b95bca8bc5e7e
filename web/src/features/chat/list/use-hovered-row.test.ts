import { expect, test } from "vitest";
import { isOnWay } from "./use-hovered-row";

// Above the row and right of its name, as in the chat.
const bar = { left: 150, right: 330, top: 70, bottom: 100 };
const name = { x: 60, y: 110 };

test.each([
  ["diagonally over the row above", { x: 110, y: 95 }, true],
  ["with a wobble", { x: 110, y: 104 }, true],
  ["straight up to the row above", { x: 60, y: 90 }, false],
  ["down to the row below", { x: 80, y: 130 }, false],
  ["away to the left", { x: 30, y: 95 }, false],
])("a pointer that moves %s is on its way to the bar: %s", (_how, at, expected) => {
  expect(isOnWay(name, at, bar)).toBe(expected);
});

test("the bar may also be on the left", () => {
  expect(isOnWay({ x: 400, y: 110 }, { x: 360, y: 95 }, bar)).toBe(true);
});
