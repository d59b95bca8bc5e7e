import { expect, test } from "vitest";
import { nextStep } from "./next-step";

test("arrow keys move by one step, page keys by ten, and all stay in the chart", () => {
  expect(nextStep("ArrowRight", null, 5)).toBe(0);
  expect(nextStep("ArrowRight", 4, 5)).toBe(4);
  expect(nextStep("ArrowLeft", 0, 5)).toBe(0);
  expect(nextStep("PageDown", 0, 30)).toBe(10);
  expect(nextStep("End", null, 5)).toBe(4);
});

test("other keys and an empty chart change nothing", () => {
  expect(nextStep("Tab", 1, 5)).toBeUndefined();
  expect(nextStep("Home", 1, 0)).toBeUndefined();
});
