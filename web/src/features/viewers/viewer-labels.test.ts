import { expect, test } from "vitest";
import { viewer } from "./test-viewer";
import {
  asAuthor,
  identityLine,
  noFollowDateLabel,
  restrictionLabel,
  streakLabel,
  strikesLabel,
  subscriptionLabel,
  watchTimeLabel,
} from "./viewer-labels";

const NOW = Date.parse("2026-03-04T12:00:00Z");

test("the line under the name has platform, role and follow time", () => {
  expect(identityLine("Kick", "VIP", "2024-11-01T12:00:00Z", NOW)).toBe("Kick, VIP, following for 1 y 4 mo");
  expect(identityLine("YouTube", "Public", null, NOW)).toBe("YouTube");
  expect(identityLine("Twitch", "Mod", null, NOW)).toBe("Twitch, Mod");
});

test("a viewer whose follow state is unknown has the label “Unknown”, not “Not following”", () => {
  expect([false, null, undefined].map(noFollowDateLabel)).toEqual(["Not following", "Unknown", "Unknown"]);
});

test("a ban or time-out is shown, a time-out with the time left [T3]", () => {
  expect(restrictionLabel({ until: null }, NOW)).toBe("Banned");
  expect(restrictionLabel({ until: "2026-03-04T12:09:41Z" }, NOW)).toBe("Timed out, 9 m 41 s left");
  expect(restrictionLabel({ until: "2026-03-04T12:00:00Z" }, NOW)).toBeNull();
  expect(restrictionLabel(null, NOW)).toBeNull();
});

test("strikes count until they expire, with the names of their filters", () => {
  const strike = (filter_name: string, count: number, expires_at: string) => ({ filter_name, count, expires_at });
  const strikes = [
    strike("Caps", 1, "2026-03-04T12:30:00Z"),
    strike("Links", 2, "2026-03-04T12:30:00Z"),
    strike("Old", 9, "2026-03-04T11:30:00Z"),
  ];
  expect(strikesLabel(strikes, NOW)).toBe("3 (Caps, Links)");
  expect(strikesLabel([], NOW)).toBe("None");
});

test("watch time and streak are formatted", () => {
  expect([0, 30, 720, 11_520].map(watchTimeLabel)).toEqual(["None yet", "Under 1 min", "12 min", "3 h 12 min"]);
  expect([0, 1, 12].map(streakLabel)).toEqual(["None", "1 stream", "12 streams"]);
});

test("a subscription is shown in months if the platform reports them", () => {
  const label = (is_subscriber: boolean, sub_months: number) => subscriptionLabel({ is_subscriber, sub_months });
  expect([label(false, 0), label(true, 0), label(true, 1), label(true, 14)]).toEqual([
    "No",
    "Yes",
    "1 month",
    "14 months",
  ]);
});

test("the badges of a viewer are those of the platform, also if the viewer is staff in Greenroom", () => {
  const roles = { is_vip: false, is_moderator: true, is_subscriber: true, sub_months: 14 };
  const author = asAuthor({ ...viewer, ...roles, level: 500, role: "Owner" });
  expect(author).toMatchObject({ ...roles, is_broadcaster: false });
});
