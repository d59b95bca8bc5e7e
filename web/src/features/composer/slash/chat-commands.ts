import { api, unwrap } from "../../../api/client";
import { messageOf } from "../../../api/errors";
import { platformName } from "../../../api/platforms";
import type { ChannelProvider } from "../../../api/types";
import { joinNames } from "../../../lib/text/join-names";
import { exactDuration } from "../../../lib/time/durations";
import { applyEntry } from "../../../session/moderation-log";
import { toast } from "../../../ui/toast/toast";
import type { Person } from "../person";
import type { Target } from "../targets/targets";
import { missingReason, SLASH_COMMANDS } from "./command-list";
import type { ChatModes } from "./mode-arguments";
import type { ChatCommand } from "./slash-commands";
import type { SlashContext } from "./slash-context";
import { chatsFor, type SlashTargets } from "./slash-targets";

type Context = Pick<SlashContext, "channelId" | "client" | "platforms">;
type Path = { channel_id: string; provider: string; channel_provider_id: string };
type Result = { label: string; detail: string } | { label: string; failure: string };

/** Runs a command in all selected chats that support it and shows toasts; returns an error text if it ran in none. */
export async function runInChats(command: ChatCommand, where: SlashTargets, context: Context): Promise<string | null> {
  const found = chatsFor(command.action === "modes" ? command.name : command.action, where);
  if ("problem" in found) return found.problem;
  const results = await Promise.all(found.chats.map((chat) => runInOne(command, chat, context)));
  const failures = results.flatMap((result) => ("failure" in result ? [result] : []));
  const done = results.flatMap((result) => ("detail" in result ? [result] : []));
  if (done.length === 0) return failures.map(({ label, failure }) => withName(label, failure)).join(" · ");
  for (const { label, failure } of failures) toast.error(withName(label, failure));
  const details = done.flatMap(({ detail }) => detail || []);
  toast.success(
    doneLabel(command),
    [joinNames(done.map(({ label }) => label)), ...details, ...found.reasons].join(". "),
  );
  return null;
}

export async function warn(
  { reason }: { reason: string },
  person: Person,
  connection: ChannelProvider,
  { channelId, client, platforms }: Context,
): Promise<string | null> {
  const help = SLASH_COMMANDS.find(({ name }) => name === "warn");
  const platform = platforms.find(({ provider }) => provider === person.provider);
  const missing = help && platform ? missingReason(help, platform, connection) : null;
  if (missing !== null) return missing;
  const path = { channel_id: channelId, provider: person.provider, channel_provider_id: connection.id };
  const body = { provider_viewer_id: person.id, reason };
  try {
    const url = "/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/warning";
    applyEntry(client, channelId, await unwrap(api.POST(url, { params: { path }, body })));
  } catch (error) {
    return messageOf(error);
  }
  toast.success("User warned", `${person.name} on ${platformName(platforms, person.provider)}`);
  return null;
}

async function runInOne(command: ChatCommand, { id, label, platform }: Target, context: Context): Promise<Result> {
  const path = { channel_id: context.channelId, provider: platform.provider, channel_provider_id: id };
  try {
    return { label, detail: await sendCommand(command, path, context) };
  } catch (error) {
    return { label, failure: messageOf(error) };
  }
}

/** Sends the request; returns the detail of the response, such as "Starts in 90 seconds.", or an empty text. */
async function sendCommand(command: ChatCommand, path: Path, { client, channelId }: Context): Promise<string> {
  if (command.action === "modes") {
    const url = "/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/chat-modes";
    return (await unwrap(api.PATCH(url, { params: { path }, body: command.modes }))).detail;
  }
  const entry = await unwrap(requestModerationEntry(command, path));
  applyEntry(client, channelId, entry);
  return entry.detail;
}

function requestModerationEntry(command: Exclude<ChatCommand, { action: "modes" }>, path: Path) {
  const params = { path };
  switch (command.action) {
    case "clear":
      return api.POST("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/clear-chat", { params });
    case "shoutout": {
      const body = { channel_name: command.channel };
      return api.POST("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/shoutout", { params, body });
    }
    case "raid": {
      const body = { channel_name: command.channel };
      return api.POST("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/raid", { params, body });
    }
    case "unraid":
      return api.DELETE("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/raid", { params });
  }
}

/** The server's message, with the chat's name in front if the message does not contain it. */
function withName(label: string, message: string): string {
  return message.includes(label) ? message : `${label}: ${message}`;
}

function doneLabel(command: ChatCommand): string {
  switch (command.action) {
    case "clear":
      return "Chat cleared";
    case "unraid":
      return "Raid cancelled";
    case "raid":
      return `Raid to ${command.channel} started`;
    case "shoutout":
      return `Shoutout for ${command.channel}`;
    case "modes":
      return modeLabel(command.modes);
  }
}

function modeLabel({ slow_seconds, followers_seconds, subscribers_only, emotes_only }: ChatModes): string {
  if (slow_seconds !== undefined) return `Slow mode ${slow_seconds === null ? "off" : exactDuration(slow_seconds)}`;
  if (followers_seconds !== undefined) return `Followers-only mode ${followersLabel(followers_seconds)}`;
  if (subscribers_only !== undefined) return `Subscribers-only mode ${subscribers_only ? "on" : "off"}`;
  return `Emote-only mode ${emotes_only ? "on" : "off"}`;
}

function followersLabel(seconds: number | null): string {
  if (seconds === null) return "off";
  return seconds === 0 ? "on" : exactDuration(seconds);
}
