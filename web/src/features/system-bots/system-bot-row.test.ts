import { expect, test } from "vitest";
import type { SystemBot } from "../../api/types";
import { systemBotLine } from "./system-bot-row";

test("a row says which account answers in channels without a bot of their own", () => {
  const bot = (overrides: Partial<SystemBot>) => ({ display_name: "Stagehand", scope_needed: false, ...overrides });
  expect(systemBotLine("Twitch", undefined)).toBe(
    "Channels on Twitch answer as their own account until you connect a bot",
  );
  expect(systemBotLine("Twitch", bot({}) as SystemBot)).toBe("Answers as Stagehand");
  expect(systemBotLine("Twitch", bot({ scope_needed: true }) as SystemBot)).toBe(
    "Stagehand can't answer until you reconnect it",
  );
});
