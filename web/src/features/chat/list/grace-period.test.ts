import { afterEach, expect, test, vi } from "vitest";
import { GracePeriod } from "./grace-period";

const frames: (() => void)[] = [];
const runFrame = () => frames.shift()?.();

afterEach(() => vi.unstubAllGlobals());

test("a period runs until both its time and its number of frames have passed", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  const period = new GracePeriod({ ms: 100, frames: 2 });
  period.start();
  clock.mockReturnValue(5_000);
  runFrame();
  expect(period.isRunning()).toBe(true);
  runFrame();
  expect(period.isRunning()).toBe(false);
  period.start();
  runFrame();
  runFrame();
  expect(period.isRunning()).toBe(true);
  clock.mockReturnValue(5_101);
  expect(period.isRunning()).toBe(false);
});
