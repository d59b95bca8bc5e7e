import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CountdownState } from "../stage-types";
import { mountCountdown } from "./countdown";

const SETTINGS = { title: "", finished_text: "", seconds: 300, text_size: 64, background_percent: 86 };
const root = document.createElement("main");
let countdown: ReturnType<typeof mountCountdown>;

beforeEach(() => {
  vi.useFakeTimers();
  root.replaceChildren();
  countdown = mountCountdown(root, SETTINGS);
});

afterEach(() => {
  countdown.destroy();
  vi.useRealTimers();
});

function running(leftMs: number, endsAt = "2026-11-19T20:00:00Z"): CountdownState {
  return { left_ms: leftMs, is_running: true, ends_at: endsAt };
}

function report(state: CountdownState): void {
  countdown.state({ countdown: state });
}

function left(): number | undefined {
  return countdown.current?.().countdown?.left_ms;
}

it("does not jump when a restarted, busy server reports the same end late", () => {
  report(running(60_000));
  vi.advanceTimersByTime(10_000);
  report(running(50_080));
  expect(left()).toBe(50_000);
});

it("follows a report of the same end that arrives with less delay", () => {
  report(running(60_000));
  vi.advanceTimersByTime(10_000);
  report(running(49_900));
  expect(left()).toBe(49_900);
});

it("follows an end that was moved, even by less than the delay of a report", () => {
  report(running(60_000));
  report(running(60_050, "2026-11-19T20:00:00.050Z"));
  expect(left()).toBe(60_050);
});

it("shows the reported time of a paused countdown", () => {
  report(running(60_000));
  report({ left_ms: 61_234, is_running: false, ends_at: null });
  vi.advanceTimersByTime(5_000);
  expect(left()).toBe(61_234);
});

it("continues while the editor tests the last seconds, and shows the time left after the test", () => {
  report(running(60_000));
  countdown.test("last_seconds");
  expect(root.querySelector(".countdown-time")?.textContent).toBe("00:05");
  vi.advanceTimersByTime(8_000);
  expect(root.querySelector(".countdown-time")?.textContent).toBe("00:52");
});

it("shows the added time of a sub that the editor tests, without adding it", () => {
  report(running(60_000));
  countdown.test("added");
  expect(root.querySelector(".countdown-added")?.textContent).toBe("+01:00 Mirabelle");
  vi.advanceTimersByTime(8_000);
  expect(left()).toBe(52_000);
});
