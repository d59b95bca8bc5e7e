import { expect, test } from "vitest";
import { botLine, emoteLine, lagLabel, quotaShare } from "./platform-labels";

test("a bot shows its kind and missing permissions [A8]", () => {
  const bot = { kind: "own", display_name: "B", avatar_url: "", scope_needed: true } as const;
  expect(botLine(bot, "twitch")).toEqual({
    text: "Custom bot, missing permissions: can't answer until you reconnect it",
    needsAttention: true,
  });
  expect(botLine({ ...bot, kind: "system", scope_needed: false }, "twitch")).toEqual({
    text: "System bot",
    needsAttention: false,
  });
});

test("the text of a bot on Kick asks to make it a moderator, because only moderators can post links [A8]", () => {
  const bot = { kind: "own", display_name: "B", avatar_url: "", scope_needed: false } as const;
  expect(botLine(bot, "kick")).toEqual({
    text: "Make it a moderator: on Kick only moderators can post links",
    needsAttention: true,
  });
});

test("a lag has at most one decimal", () => {
  expect([0, 420, 9_940, 12_400, 119_000, 185_000].map(lagLabel)).toEqual([
    "0.0 s",
    "0.4 s",
    "9.9 s",
    "12 s",
    "119 s",
    "3 min",
  ]);
});

test("a quota is full only when it is used up", () => {
  expect([
    quotaShare(0, 10_000),
    quotaShare(6_240, 10_000),
    quotaShare(9_999, 10_000),
    quotaShare(10_000, 10_000),
  ]).toEqual([0, 62, 99, 100]);
});

test("an emote source shows its count, age and error", () => {
  expect([
    emoteLine(128, "3 min ago", null),
    emoteLine(1, "Now", null),
    emoteLine(0, null, null),
    emoteLine(128, "2 h ago", "7TV is not responding"),
  ]).toEqual([
    "128 emotes, 3 min ago",
    "1 emote, Now",
    "Loading emotes",
    "7TV is not responding. 128 emotes from 2 h ago",
  ]);
});
