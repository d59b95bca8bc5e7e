import { expect, test } from "vitest";
import type { ChannelProvider } from "../../../api/types";
import { targetsOf } from "../targets/targets";
import { connection, PLATFORMS } from "../test-platforms";
import { slashCommandItems } from "./slash-items";

function targets(...providers: string[]) {
  return targetsIn(...providers.map((provider) => connection(provider, provider)));
}

function targetsIn(...providers: ChannelProvider[]) {
  return targetsOf({ providers, platforms: PLATFORMS, accounts: [], speaker: "bot", off: [] });
}

const on = (...providers: string[]) => ({ targets: targets(...providers), canRaid: true });
const labels = (query: string) => slashCommandItems(query, on("twitch")).map(({ label }) => label);

test("commands are found by prefix; commands that switch a mode off are listed only once letters are typed", () => {
  expect(labels("un")).toEqual(["/unban <user>", "/unraid"]);
  expect(labels("")).not.toContain("/slowoff");
  expect(labels("")).toContain("/slow [30]");
});

test("a command that is typed in full is no longer listed", () => {
  expect(labels("slow")).toEqual(["/slowoff"]);
});

test("a command that no selected chat supports is disabled, with the reason in place of its description", () => {
  const hint = (query: string, ...providers: string[]) => slashCommandItems(query, on(...providers))[0];
  expect(hint("ann", "kick")).toMatchObject({ hint: "Kick has no announcements", isDisabled: true });
  expect(hint("clea", "kick", "youtube")).toMatchObject({
    hint: "YouTube has no way to clear chat · Kick: not supported by Kick's API",
    isDisabled: true,
  });
  expect(hint("emoteonl", "youtube")).toMatchObject({ hint: "YouTube: only in YouTube Studio", isDisabled: true });
});

test("all selected chats are listed for a command, and those that do not support it with the reason", () => {
  const [announce] = slashCommandItems("ann", on("twitch", "kick"));
  expect(announce).toMatchObject({
    hint: "Post an announcement",
    chats: [
      { label: "Twitch", reason: null },
      { label: "Kick", reason: "Kick has no announcements" },
    ],
  });
  expect(announce).not.toHaveProperty("isDisabled");
});

function itemWithout(scope: string, query: string, overrides: Partial<ChannelProvider> = {}) {
  const missing_scopes = [{ scope, label: "" }];
  const twitch = { ...connection("twitch", "twitch"), scope_needed: true, missing_scopes, ...overrides };
  return slashCommandItems(query, { targets: targetsIn(twitch), canRaid: true })[0];
}

test.each([
  ["moderator:manage:announcements", "ann", "Reconnect Twitch to allow announcements"],
  ["moderator:manage:chat_messages", "cle", "Reconnect Twitch to allow clearing chat"],
  ["moderator:manage:chat_settings", "emoteonl", "Reconnect Twitch to allow changing chat modes"],
  ["moderator:manage:shoutouts", "sho", "Reconnect Twitch to allow shoutouts"],
  ["channel:manage:raids", "rai", "Reconnect Twitch to allow raids"],
])("without the scope %s the command that needs it is disabled", (scope, query, hint) => {
  expect(itemWithout(scope, query)).toMatchObject({ hint, isDisabled: true });
  expect(itemWithout("bits:read", query)).not.toHaveProperty("isDisabled");
});

test("with a connected bot /announce is enabled, although the channel's account lacks the scope", () => {
  const bot = { kind: "own" as const, display_name: "stagehandbot", avatar_url: "", scope_needed: false };
  const item = itemWithout("moderator:manage:announcements", "ann", { bot_provider: bot });
  expect(item).not.toHaveProperty("isDisabled");
});

test("/raid is disabled for a user who may not raid", () => {
  const [raid] = slashCommandItems("rai", { targets: targets("twitch"), canRaid: false });
  expect(raid).toMatchObject({ hint: "Only Editors can start raids", isDisabled: true });
});

test("commands for a user and /me are enabled whatever chats are selected", () => {
  for (const query of ["ba", "m"]) expect(slashCommandItems(query, on("kick"))[0]).not.toHaveProperty("isDisabled");
});
