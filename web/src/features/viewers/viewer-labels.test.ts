import { expect, test } from "vitest";
import { roleWord, sentOutWords, streakWords, strikeWords, subWords, watchWords, whoLine } from "./viewer-labels";

const NOW = Date.parse("2026-03-04T12:00:00Z");

test("a line under the name says platform, role and how long they follow", () => {
  expect(whoLine("Kick", "VIP", "2024-11-01T12:00:00Z", NOW)).toBe("Kick, VIP, follows for 1 y 4 m");
  expect(whoLine("YouTube", "Public", null, NOW)).toBe("YouTube");
  expect(roleWord("Mod")).toBe("Moderator");
});

test("whoever is sent out is shown with the time left, and not a second longer [T3]", () => {
  expect(sentOutWords({ until: null }, NOW)).toBe("Banned");
  expect(sentOutWords({ until: "2026-03-04T12:09:41Z" }, NOW)).toBe("Timed out, 9 m 41 s left");
  expect(sentOutWords({ until: "2026-03-04T12:00:00Z" }, NOW)).toBeNull();
  expect(sentOutWords(null, NOW)).toBeNull();
});

test("strikes count until they expire, with the filters that gave them", () => {
  const strike = (filter_name: string, count: number, expires_at: string) => ({ filter_name, count, expires_at });
  const given = [
    strike("Caps", 1, "2026-03-04T12:30:00Z"),
    strike("Links", 2, "2026-03-04T12:30:00Z"),
    strike("Old", 9, "2026-03-04T11:30:00Z"),
  ];
  expect(strikeWords(given, NOW)).toBe("3 (Caps, Links)");
  expect(strikeWords([], NOW)).toBe("None");
});

test("watch time and streak are told in words", () => {
  expect([0, 30, 720, 11_520].map(watchWords)).toEqual(["None yet", "Under 1 min", "12 min", "3 h 12 min"]);
  expect([0, 1, 12].map(streakWords)).toEqual(["None", "1 stream", "12 streams"]);
});

test("how long somebody has subscribed is told in months, where the platform tells it", () => {
  const words = (is_subscriber: boolean, sub_months: number) => subWords({ is_subscriber, sub_months });
  expect([words(false, 0), words(true, 0), words(true, 1), words(true, 14)]).toEqual([
    "No",
    "Yes",
    "1 month",
    "14 months",
  ]);
});
