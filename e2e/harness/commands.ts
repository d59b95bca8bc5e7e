import type { Page } from "@playwright/test";
import type { Session } from "./session.ts";

export const editor = (page: Page) => page.getByRole("region", { name: /^Command/ });
export const listRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("switch", { name: `${name} is on`, exact: true }) });
export const response = (page: Page) => editor(page).getByRole("textbox", { name: "Response", exact: true });
export const preview = (page: Page) =>
  editor(page)
    .getByRole("region", { name: /^Preview/ })
    .getByRole("listitem");

/** Creates a command with one response over the API. */
export function makeCommand(
  juno: Session,
  channelId: string,
  name: string,
  text: string,
  more: Record<string, unknown> = {},
) {
  return juno.post<{ id: string; revision: number }>(`/channels/${channelId}/commands`, {
    cmds: [name],
    responses: [{ text }],
    ...more,
  });
}

/** Deletes the default commands of a new channel. */
export const deleteDefaults = (juno: Session, channelId: string) =>
  juno.delete(`/channels/${channelId}/starter-commands`);

/** Creates a realistic set of commands; returns the command with many variables. */
export async function sampleCommands(juno: Session, channelId: string) {
  const make = (name: string, text: string, more: Record<string, unknown> = {}) =>
    makeCommand(juno, channelId, name, text, { response_type: "reply", ...more });
  await make("!commands", "All commands: $(commands)", { cmds: ["!commands", "!cmds"] });
  await make("!deaths", "The fox has died 7 times", { cmds: ["!deaths", "!d"] });
  await make("!discord", "Join us: discord.example/juniper", { chatter_cooldown: 30 });
  await make("!followage", "$(user) follows for a year", {
    cmds: ["!followage", "!fa"],
    providers: ["twitch", "kick"],
  });
  await make("!lurk", "$(user) settles into the back row", { global_cooldown: 0, chatter_cooldown: 60 });
  await make("!merch", "The winter drop is sold out", { cmds: ["!merch", "!shop"], enabled: false });
  await make("!schedule", "Tue, Thu and Sun, 19:00 CET");
  await make("!so", "Go and see $(touser)", {
    cmds: ["!so", "!shoutout"],
    global_cooldown: 0,
    chatter_cooldown: 0,
    access_level: 7,
  });
  await make("!specs", "Ryzen 7, RTX 4070, 32 GB", { cmds: ["!specs", "!pc", "!setup"] });
  const text =
    "$(channel), day $(math 1 + 2) of a blind run. It is $(date Europe/Berlin), $(provider) is here, so hello $(user|friend) and please no hints.";
  return make("!game", text, { cmds: ["!game", "!playing"], group: "Info" });
}
