import { expect, test } from "vitest";
import { isOverlay } from "./public-chat.page";

test.each([
  ["", false],
  ["transparent", true],
  ["transparent=true", true],
  ["transparent=false", false],
  ["transparent=0", false],
])("the popout at ?%s is a stream overlay: %s", (search, expected) => {
  expect(isOverlay(new URLSearchParams(search))).toBe(expected);
});
