import { expect, test } from "vitest";
import { byPlatform, perMinute } from "./entry-minutes";

const MINUTES = [
  { minute: "2030-01-02T21:30:00Z", provider: "twitch", entries: 5 },
  { minute: "2030-01-02T21:30:00Z", provider: "kick", entries: 1 },
  { minute: "2030-01-02T21:33:00Z", provider: "twitch", entries: 2 },
];

test("minutes without entries are zero, and platforms are added up", () => {
  expect(perMinute(MINUTES).values).toEqual([6, 0, 0, 2]);
  expect(byPlatform(MINUTES)).toEqual([
    { provider: "twitch", entries: 7 },
    { provider: "kick", entries: 1 },
  ]);
});

test("the first minute is drawn as a line, and no minute as nothing", () => {
  expect(perMinute(MINUTES.slice(0, 1)).values).toEqual([0, 5]);
  expect(perMinute([]).values).toEqual([]);
});

test("of a long giveaway the last four hours are shown", () => {
  const old = { minute: "2030-01-01T00:00:00Z", provider: "twitch", entries: 9 };
  expect(perMinute([old, ...MINUTES]).values).toHaveLength(240);
});
