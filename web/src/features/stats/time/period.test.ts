import { expect, test } from "vitest";
import { allSteps, periodSummary } from "./period";

test("every day, week or month of a period has a step; a week begins on Monday", () => {
  expect(allSteps({ since: "2026-03-28", until: "2026-03-30", step: "day" })).toEqual([
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
  ]);
  expect(allSteps({ since: "2026-03-25", until: "2026-03-31", step: "week" })).toEqual(["2026-03-23", "2026-03-30"]);
  expect(allSteps({ since: "2026-01-31", until: "2026-03-01", step: "month" })).toEqual([
    "2026-01-01",
    "2026-02-01",
    "2026-03-01",
  ]);
});

test("the summary names the time zone whose days are counted", () => {
  expect(periodSummary({ total: { streams: 1, live_minutes: 120 }, zone: "America/New_York" })).toBe(
    "1 stream, 2 hours live. Days in the channel's time zone, America/New York.",
  );
});
