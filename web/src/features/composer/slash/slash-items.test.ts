import { expect, test } from "vitest";
import { targetsOf } from "../targets/targets";
import { connection, PLATFORMS } from "../test-platforms";
import { slashCommandItems } from "./slash-items";

function targets(...providers: string[]) {
  const connections = providers.map((provider) => connection(provider, provider));
  return targetsOf({ providers: connections, platforms: PLATFORMS, accounts: [], speaker: "bot", off: [] });
}

const on = (...providers: string[]) => ({ targets: targets(...providers), canRaid: true });
const labels = (query: string) => slashCommandItems(query, on("twitch")).map(({ label }) => label);

test("commands are found by prefix; those that switch off only once letters are typed", () => {
  expect(labels("un")).toEqual(["/unban <user>", "/unraid"]);
  expect(labels("slow")).toEqual(["/slowoff"]);
  expect(labels("")).not.toContain("/slowoff");
  expect(labels("")).toContain("/slow [30]");
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

test("with some chats supporting a command each selected chat is listed, with the reason where it does not", () => {
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

test("a raid needs an editor", () => {
  const [raid] = slashCommandItems("rai", { targets: targets("twitch"), canRaid: false });
  expect(raid).toMatchObject({ hint: "Only editors can start raids", isDisabled: true });
});

test("commands for a user and /me depend on no selected chat", () => {
  for (const query of ["ba", "m"]) expect(slashCommandItems(query, on("kick"))[0]).not.toHaveProperty("isDisabled");
});
