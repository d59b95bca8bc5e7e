import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveStatus, useLiveStatus } from "./live-status";

const nothing = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  liveStatus.report("a", { phase: "ended" }, nothing);
  vi.useRealTimers();
});

test("one second before the next attempt the countdown shows 1, also after a minute without rendering [N3]", () => {
  liveStatus.report("a", { phase: "open" }, nothing);
  const { result } = renderHook(() => useLiveStatus());
  vi.advanceTimersByTime(60_700);
  const seen: (number | null)[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    act(() => liveStatus.report("a", { phase: "waiting", retryAt: Date.now() + 1_000 }, nothing));
    seen.push(result.current.secondsToRetry);
    act(() => vi.advanceTimersByTime(1_000));
    act(() => liveStatus.report("a", { phase: "connecting" }, nothing));
    seen.push(result.current.secondsToRetry);
    vi.advanceTimersByTime(400);
  }
  expect(seen).toEqual([1, null, 1, null, 1, null]);
});
