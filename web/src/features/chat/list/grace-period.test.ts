import { afterEach, expect, test, vi } from "vitest";
import { GracePeriod } from "./grace-period";

const frames: (() => void)[] = [];
const draw = () => frames.shift()?.();

afterEach(() => vi.unstubAllGlobals());

test("a period runs until its time has passed and its frames were drawn, whichever takes longer", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  const period = new GracePeriod({ ms: 100, frames: 2 });
  period.start();
  clock.mockReturnValue(5_000);
  draw();
  expect(period.isRunning()).toBe(true);
  draw();
  expect(period.isRunning()).toBe(false);
  period.start();
  draw();
  draw();
  expect(period.isRunning()).toBe(true);
  clock.mockReturnValue(5_101);
  expect(period.isRunning()).toBe(false);
});
