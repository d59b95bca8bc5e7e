import { expect, test } from "vitest";
import { listed } from "./join-names";

test("names are listed as people write them", () => {
  expect([listed([]), listed(["Twitch"]), listed(["Twitch", "Kick"]), listed(["Twitch", "YouTube", "Kick"])]).toEqual([
    "",
    "Twitch",
    "Twitch and Kick",
    "Twitch, YouTube and Kick",
  ]);
});
