import { expect, test } from "vitest";
import { botLine } from "./platform-words";

test("a bot says whose it is and whether it may speak [A8]", () => {
  const bot = { kind: "own", display_name: "B", avatar_url: "", scope_needed: true } as const;
  expect(botLine(bot, "Twitch", true)).toBe("Own bot, needs more permissions");
  expect(botLine({ ...bot, kind: "system", scope_needed: false }, "Twitch", true)).toBe("System bot");
});

test("no bot is told apart from no bot possible", () => {
  expect([botLine(null, "Twitch", true), botLine(null, "TikTok", false)]).toEqual([
    "Nobody answers in this chat yet",
    "TikTok takes no bot",
  ]);
});
