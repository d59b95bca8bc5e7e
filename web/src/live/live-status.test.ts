import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveStatus } from "./live-status";

const nothing = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a page that has just opened is not offline", () => {
  const status = new LiveStatus();
  status.report("a", { phase: "connecting" }, nothing);
  expect(status.snapshot().isOffline).toBe(false);
});

test("a lost socket shows the next attempt and the time of the loss", () => {
  const status = new LiveStatus();
  status.report("a", { phase: "open" }, nothing);
  status.report("a", { phase: "waiting", retryAt: 101_000 }, nothing);
  expect(status.snapshot()).toEqual({ isOffline: true, retryAt: 101_000, shownAsOf: 100_000 });
});

test("the banner stays through further attempts and keeps the time of the loss", () => {
  const status = new LiveStatus();
  status.report("a", { phase: "waiting", retryAt: 101_000 }, nothing);
  vi.advanceTimersByTime(1_000);
  status.report("a", { phase: "connecting" }, nothing);
  expect(status.snapshot()).toEqual({ isOffline: true, retryAt: null, shownAsOf: 100_000 });
});

test("the banner disappears when every socket is open again", () => {
  const status = new LiveStatus();
  status.report("a", { phase: "waiting", retryAt: 101_000 }, nothing);
  status.report("b", { phase: "waiting", retryAt: 101_000 }, nothing);
  status.report("a", { phase: "open" }, nothing);
  expect(status.snapshot().isOffline).toBe(true);
  status.report("b", { phase: "open" }, nothing);
  expect(status.snapshot()).toEqual({ isOffline: false, retryAt: null, shownAsOf: null });
});

test("a socket that was closed on purpose does not count as lost", () => {
  const status = new LiveStatus();
  status.report("a", { phase: "waiting", retryAt: 101_000 }, nothing);
  status.report("a", { phase: "ended" }, nothing);
  expect(status.snapshot().isOffline).toBe(false);
});

test("Try now retries every socket", () => {
  const status = new LiveStatus();
  const [first, second] = [vi.fn(), vi.fn()];
  status.report("a", { phase: "waiting", retryAt: 101_000 }, first);
  status.report("b", { phase: "waiting", retryAt: 101_000 }, second);
  status.tryNow();
  expect([first, second].map((retry) => retry.mock.calls.length)).toEqual([1, 1]);
});

test("listeners are called until they unsubscribe", () => {
  const status = new LiveStatus();
  const listener = vi.fn();
  const unsubscribe = status.subscribe(listener);
  status.report("a", { phase: "waiting", retryAt: 101_000 }, nothing);
  unsubscribe();
  status.report("a", { phase: "open" }, nothing);
  expect(listener).toHaveBeenCalledOnce();
});
