import { expect, test } from "vitest";
import { joinNames } from "./join-names";

test('names are joined with commas and "and"', () => {
  expect([
    joinNames([]),
    joinNames(["Twitch"]),
    joinNames(["Twitch", "Kick"]),
    joinNames(["Twitch", "YouTube", "Kick"]),
  ]).toEqual(["", "Twitch", "Twitch and Kick", "Twitch, YouTube and Kick"]);
});
