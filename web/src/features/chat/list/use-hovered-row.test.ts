import { act, renderHook } from "@testing-library/react";
import type { PointerEvent } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { isOnWay, useHoveredRow } from "./use-hovered-row";

afterEach(() => {
  vi.useRealTimers();
});

// The bar is above the row and right of its name, as in the chat.
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

test("a pointer that moves left is on its way to a bar on the left", () => {
  expect(isOnWay({ x: 400, y: 110 }, { x: 360, y: 95 }, bar)).toBe(true);
});

/** Rests the pointer on row "one", below its bar; `track` moves the pointer to a point over the row with that key. */
function openList() {
  const list = document.createElement("div");
  list.innerHTML = '<p data-key="one"></p><p data-key="two"></p><div data-bar></div>';
  vi.spyOn(list.children[2] as Element, "getBoundingClientRect").mockReturnValue(new DOMRect(150, 70, 180, 30));
  const at = (key: string, { x, y }: { x: number; y: number }) =>
    ({
      target: list.querySelector(`[data-key="${key}"]`),
      currentTarget: list,
      clientX: x,
      clientY: y,
    }) as unknown as PointerEvent<HTMLElement>;
  vi.useFakeTimers();
  const { result } = renderHook(useHoveredRow);
  const track = (key: string, point: { x: number; y: number }, restMs = 200) => {
    act(() => result.current.track(at(key, point)));
    act(() => void vi.advanceTimersByTime(restMs));
  };
  track("one", name);
  return { result, track };
}

test("a row that moves under a resting pointer gets the bar, because the browser highlights that row", () => {
  const { result, track } = openList();
  expect(result.current.hovered).toBe("one");
  track("two", name, 400);
  expect(result.current.hovered).toBe("two");
});

test("a row that is under a resting pointer only for a moment does not get the bar", () => {
  const { result, track } = openList();
  track("two", name, 50);
  expect(result.current.hovered).toBe("one");
  track("one", name, 1_000);
  expect(result.current.hovered).toBe("one");
});

test("a row keeps its bar while the pointer moves to the bar over another row", () => {
  const { result, track } = openList();
  track("two", { x: 110, y: 95 });
  expect(result.current.hovered).toBe("one");
});
