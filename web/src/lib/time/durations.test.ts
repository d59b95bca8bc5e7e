import { expect, test } from "vitest";
import { exactDuration, longAge, longDuration, parseDuration, shortDuration } from "./durations";

const DAY = 86_400;

test("the long form has the two largest units, in words [X4]", () => {
  expect([1, 60, 600, 3600, 5400, DAY, 7 * DAY, 90].map(longDuration)).toEqual([
    "1 second",
    "1 minute",
    "10 minutes",
    "1 hour",
    "1 hour 30 minutes",
    "24 hours",
    "7 days",
    "1 minute 30 seconds",
  ]);
});

test("the short form uses unit letters", () => {
  expect([0, 1, 60, 600, 3600, DAY, 14 * DAY].map(shortDuration)).toEqual([
    "0 s",
    "1 s",
    "1 m",
    "10 m",
    "1 h",
    "24 h",
    "14 d",
  ]);
});

test("an exact duration keeps its value", () => {
  expect([1, 60, 90, 600, 3600, 3661, DAY, 14 * DAY].map(exactDuration)).toEqual([
    "1 s",
    "60 s",
    "90 s",
    "10 m",
    "1 h",
    "3661 s",
    "1 d",
    "14 d",
  ]);
});

test("a typed number means seconds unless it has a unit", () => {
  expect(["600", "90s", "10m", "1H", "7d"].map(parseDuration)).toEqual([600, 90, 600, 3600, 7 * DAY]);
});

test("invalid, zero and too long durations are refused", () => {
  expect(["", "ten", "0", "-5", "15d", "1209601", "99999999", "1.5h"].map(parseDuration)).toEqual(Array(8).fill(null));
});

test("an age has at most two units", () => {
  expect([100, 12 * DAY, 130 * DAY, 365.25 * DAY, 490 * DAY].map(longAge)).toEqual([
    "less than a day",
    "12 d",
    "4 mo",
    "1 y",
    "1 y 4 mo",
  ]);
});
