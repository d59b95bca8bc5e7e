import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { stubAudio } from "./test-audio";
import { gainOf } from "./tone";
import { useChime } from "./use-chime";

test("sound is blocked until the first click, and isBlocked reports it", () => {
  const { started } = stubAudio();
  const { result } = renderHook(() => useChime(true));
  expect(result.current.isBlocked).toBe(true);
  result.current.play(50);
  expect(started).toHaveLength(0);
  act(() => void document.dispatchEvent(new Event("pointerdown")));
  expect(result.current.isBlocked).toBe(false);
  result.current.play(50);
  expect(started).toHaveLength(2);
});

test("many activities at once play one sound", () => {
  const { started } = stubAudio();
  const { result } = renderHook(() => useChime(true));
  act(() => void document.dispatchEvent(new Event("keydown")));
  for (let count = 0; count < 5; count += 1) result.current.play(50);
  expect(started).toHaveLength(2);
});

test("while the sound is off nothing plays, and the sound does not count as blocked", () => {
  const { started } = stubAudio();
  const { result } = renderHook(() => useChime(false));
  result.current.play(50);
  expect([result.current.isBlocked, started.length]).toEqual([false, 0]);
});

test("volume 0 is silent, and half the volume is a quarter of the gain", () => {
  expect(gainOf(0)).toBe(0);
  expect(gainOf(50)).toBeCloseTo(gainOf(100) / 4);
});
