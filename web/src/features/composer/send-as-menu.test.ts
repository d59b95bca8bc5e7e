import { expect, test } from "vitest";
import { botOption } from "./send-as-menu";
import { connection, PLATFORMS } from "./test-platforms";

const STAGEHAND = { kind: "own", display_name: "Stagehand", avatar_url: "", scope_needed: false } as const;
const option = (...bots: (typeof STAGEHAND | null)[]) => {
  const keys = ["twitch", "youtube", "kick", "tiktok"];
  const providers = bots.map((bot, index) => ({ ...connection(`${index}`, keys[index] ?? ""), bot_provider: bot }));
  const { name, about } = botOption(providers, PLATFORMS);
  return [name, about];
};

test("the bot option says which account sends on which platform", () => {
  expect(option(STAGEHAND, STAGEHAND)).toEqual(["Stagehand", "Bot"]);
  expect(option(null, null)).toEqual(["Channel", "Answers as JuniperVale until you connect a bot"]);
  expect(option(STAGEHAND, null, null)).toEqual(["Bot", "Stagehand on Twitch, JuniperVale on YouTube and Kick"]);
});

test("the bot option does not name a read-only chat", () => {
  expect(option(STAGEHAND, STAGEHAND, STAGEHAND, null)).toEqual(["Stagehand", "Bot"]);
});
