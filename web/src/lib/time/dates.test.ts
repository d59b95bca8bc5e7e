import { describe, expect, test } from "vitest";
import {
  clockDuration,
  longDate,
  longDateTime,
  mediumDate,
  relativeAge,
  secondsBetween,
  shortAge,
  timeOrDay,
} from "./dates";

const NOW = new Date(2025, 2, 4, 21, 42, 7);
const earlier = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe("dates", () => {
  test("a long date names day, month and year [N6]", () => {
    expect(longDate(NOW)).toBe("4 March 2025");
  });

  test("a long date with time is English [N6]", () => {
    expect(longDateTime(NOW)).toBe("4 March 2025 at 21:42");
  });

  test("a medium date has a short month name", () => {
    expect(mediumDate(NOW)).toBe("4 Mar 2025");
  });

  test("the day is shown before the time only if it is another day", () => {
    expect(timeOrDay(new Date(2025, 2, 4, 0, 0), NOW)).toBe("00:00");
    expect(timeOrDay(new Date(2025, 2, 3, 23, 59), NOW)).toBe("3 Mar, 23:59");
  });
});

describe("durations", () => {
  test.each([
    [0, "0:00:00"],
    [59.9, "0:00:59"],
    [60, "0:01:00"],
    [11_564, "3:12:44"],
    [360_000, "100:00:00"],
    [-5, "0:00:00"],
  ])("%d seconds are shown as %s [N6]", (seconds, expected) => {
    expect(clockDuration(seconds)).toBe(expected);
  });
});

describe("ages", () => {
  test.each([
    [0, "Now"],
    [59, "Now"],
    [60, "1m"],
    [3599, "59m"],
    [3600, "1h"],
    [86_399, "23h"],
    [86_400, "1d"],
    [864_000, "10d"],
    [-30, "Now"],
  ])("%d seconds ago is %s [N6]", (seconds, expected) => {
    expect(shortAge(earlier(seconds), NOW)).toBe(expected);
  });

  test.each([
    [0, "Now"],
    [2, "2 s ago"],
    [120, "2m ago"],
  ])("an event %d seconds ago reads %s", (seconds, expected) => {
    expect(relativeAge(earlier(seconds), NOW)).toBe(expected);
  });

  test("a clock that runs ahead gives no negative age", () => {
    expect(secondsBetween(earlier(-10), NOW)).toBe(0);
  });
});
