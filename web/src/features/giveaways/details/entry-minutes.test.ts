import { expect, test } from "vitest";
import { byPlatform, perMinute } from "./entry-minutes";

const MINUTES = [
  { minute: "2030-01-02T21:30:00Z", provider: "twitch", entries: 5 },
  { minute: "2030-01-02T21:30:00Z", provider: "kick", entries: 1 },
  { minute: "2030-01-02T21:33:00Z", provider: "twitch", entries: 2 },
];

const LAST = Date.parse("2030-01-02T21:33:40Z");

test("minutes without entries are zero, and platforms are added up", () => {
  expect(perMinute(MINUTES, LAST).values).toEqual([6, 0, 0, 2]);
  expect(byPlatform(MINUTES)).toEqual([
    { provider: "twitch", entries: 7 },
    { provider: "kick", entries: 1 },
  ]);
});

test("a single minute gets a zero before it, as a chart needs two points; without entries there are no points", () => {
  expect(perMinute(MINUTES.slice(0, 1), Date.parse("2030-01-02T21:30:40Z")).values).toEqual([0, 5]);
  expect(perMinute([], LAST).values).toEqual([]);
});

test("the chart of a long giveaway shows the last four hours", () => {
  const old = { minute: "2030-01-01T00:00:00Z", provider: "twitch", entries: 9 };
  expect(perMinute([old, ...MINUTES], LAST).values).toHaveLength(240);
});

test("the chart continues while no viewer enters", () => {
  const { values, to } = perMinute(MINUTES, Date.parse("2030-01-02T21:35:10Z"));
  expect(values).toEqual([6, 0, 0, 2, 0, 0]);
  expect(to).toBe("2030-01-02T21:35:00.000Z");
});
