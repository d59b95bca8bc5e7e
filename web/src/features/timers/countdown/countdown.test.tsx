import { act, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { timer } from "../test-timer";
import { Countdown } from "./countdown";
import { formatCountdown } from "./countdown-format";

const NOW = Date.parse("2030-01-02T20:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the countdown", () => {
  test.each([
    ["2030-01-02T20:00:00Z", "Now"],
    ["2030-01-02T19:00:00Z", "Now"],
    ["2030-01-02T20:00:00.400Z", "in 0:01"],
    ["2030-01-02T20:00:07Z", "in 0:07"],
    ["2030-01-02T20:04:07Z", "in 4:07"],
    ["2030-01-02T20:59:59Z", "in 59:59"],
    ["2030-01-02T21:04:07Z", "in 1:04:07"],
    ["2030-01-04T00:00:00Z", "in 1 d 4 h"],
  ])("to %s is shown as %s", (at, text) => {
    expect(formatCountdown(at, NOW)).toBe(text);
  });

  test("all countdowns share one interval, which is cleared when the last countdown is removed", () => {
    const { unmount } = render(
      <>
        <Countdown timer={timer({ next_run_at: "2030-01-02T20:00:10Z" })} />
        <Countdown timer={timer({ next_run_at: "2030-01-02T20:05:00Z" })} />
      </>,
    );
    expect(vi.getTimerCount()).toBe(1);
    act(() => vi.advanceTimersByTime(3_000));
    expect(screen.getAllByRole("timer").map(({ textContent }) => textContent)).toEqual(["in 0:07", "in 4:57"]);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a countdown whose text changes hourly is not rendered each second", () => {
    const onRender = vi.fn();
    render(
      <Profiler id="countdown" onRender={onRender}>
        <Countdown timer={timer({ next_run_at: "2030-01-09T20:00:00Z" })} />
      </Profiler>,
    );
    const before = onRender.mock.calls.length;
    act(() => vi.advanceTimersByTime(10_000));
    // From "in 7 d 0 h" to "in 6 d 23 h", then no change for an hour.
    expect(onRender.mock.calls.length - before).toBe(1);
  });

  test("a timer that is off or running says so and has no countdown", () => {
    render(<Countdown timer={timer({ enabled: false })} />);
    render(<Countdown timer={timer({ is_running: true })} />);
    expect(screen.getByText("Off")).toBeDefined();
    expect(screen.getByText("Running")).toBeDefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
