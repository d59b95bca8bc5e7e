import { expect, test } from "vitest";
import { allSteps, lastDays } from "./period";

test("a period ends today and has as many days as asked for", () => {
  const { since, until } = lastDays(30, new Date(2026, 2, 30, 23, 59));
  expect([since, until]).toEqual(["2026-03-01", "2026-03-30"]);
});

test("one day is today", () => {
  const { since, until } = lastDays(1, new Date(2026, 0, 1));
  expect([since, until]).toEqual(["2026-01-01", "2026-01-01"]);
});

test("days, weeks from Monday and months without a stream have a step too", () => {
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
