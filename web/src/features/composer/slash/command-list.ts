import type { ChannelProvider, Platform } from "../../../api/types";

export type SlashCommandName =
  | "timeout"
  | "ban"
  | "unban"
  | "delete"
  | "warn"
  | "permit"
  | "reply"
  | "card"
  | "me"
  | "announce"
  | "clear"
  | "slow"
  | "slowoff"
  | "followers"
  | "followersoff"
  | "subscribers"
  | "subscribersoff"
  | "emoteonly"
  | "emoteonlyoff"
  | "shoutout"
  | "raid"
  | "unraid";

/** What a platform must support for a command; tests/architecture compares labels and scopes with the server. */
interface Capability {
  labels: readonly string[];
  /** Name in sentences such as "Kick has no announcements". */
  noun: string;
  /** The OAuth scope that the channel's account needs; equal on all platforms that have the capability. */
  scope: string;
  /** Name in sentences such as "Reconnect Twitch to allow clearing chat"; the noun if left out. */
  allows?: string;
  /** A connected bot does this in place of the channel's account, which then does not need the scope. */
  isForBot?: true;
}

const ANNOUNCEMENTS: Capability = {
  labels: ["Announcements", "Replies and announcements"],
  noun: "announcements",
  scope: "moderator:manage:announcements",
  isForBot: true,
};
const CLEARING: Capability = {
  labels: ["Clear chat"],
  noun: "way to clear chat",
  scope: "moderator:manage:chat_messages",
  allows: "clearing chat",
};
const MODES: Capability = {
  labels: ["Slow, followers-only, sub-only and emote-only mode"],
  noun: "chat modes",
  scope: "moderator:manage:chat_settings",
  allows: "changing chat modes",
};
const WARNINGS: Capability = { labels: ["Warnings"], noun: "warnings", scope: "moderator:manage:warnings" };
const SHOUTOUTS: Capability = { labels: ["Shoutouts"], noun: "shoutouts", scope: "moderator:manage:shoutouts" };
const RAIDS: Capability = { labels: ["Raids"], noun: "raids", scope: "channel:manage:raids" };

export interface SlashCommandHelp {
  name: SlashCommandName;
  usage: string;
  about: string;
  /** The first argument is a user, which the menu completes. */
  takesUser?: true;
  /** The command runs in all selected chats. */
  isForChats?: true;
  capability?: Capability;
  needsEditor?: true;
  /** The menu lists the command only once its first letters are typed. */
  isSecondary?: true;
}

const forUser = { takesUser: true } as const;
const forChats = { isForChats: true } as const;
const mode = { isForChats: true, capability: MODES } as const;
const modeOff = { ...mode, isSecondary: true } as const;

export const SLASH_COMMANDS: readonly SlashCommandHelp[] = [
  { name: "timeout", usage: "/timeout <user> [10m] [reason]", about: "Time out a user", ...forUser },
  { name: "ban", usage: "/ban <user> [reason]", about: "Ban a user", ...forUser },
  { name: "unban", usage: "/unban <user>", about: "Unban a user", ...forUser },
  { name: "delete", usage: "/delete <user>", about: "Delete a user's last message", ...forUser },
  { name: "warn", usage: "/warn <user> <reason>", about: "Warn a user", ...forUser, capability: WARNINGS },
  { name: "permit", usage: "/permit <user>", about: "Permit one link", ...forUser },
  { name: "reply", usage: "/reply <user> <text>", about: "Reply to a user's last message", ...forUser },
  { name: "card", usage: "/card <user>", about: "Open the viewer card", ...forUser },
  { name: "me", usage: "/me <text>", about: "Send an action", ...forChats },
  {
    name: "announce",
    usage: "/announce <text>",
    about: "Post an announcement",
    ...forChats,
    capability: ANNOUNCEMENTS,
  },
  { name: "clear", usage: "/clear", about: "Clear chat", ...forChats, capability: CLEARING },
  { name: "slow", usage: "/slow [30]", about: "Slow mode", ...mode },
  { name: "slowoff", usage: "/slowoff", about: "Turn off slow mode", ...modeOff },
  { name: "followers", usage: "/followers [10m]", about: "Followers-only mode", ...mode },
  { name: "followersoff", usage: "/followersoff", about: "Turn off followers-only mode", ...modeOff },
  { name: "subscribers", usage: "/subscribers", about: "Subscribers-only mode", ...mode },
  { name: "subscribersoff", usage: "/subscribersoff", about: "Turn off subscribers-only mode", ...modeOff },
  { name: "emoteonly", usage: "/emoteonly", about: "Emote-only mode", ...mode },
  { name: "emoteonlyoff", usage: "/emoteonlyoff", about: "Turn off emote-only mode", ...modeOff },
  {
    name: "shoutout",
    usage: "/shoutout <channel>",
    about: "Give a shoutout",
    ...forUser,
    ...forChats,
    capability: SHOUTOUTS,
  },
  {
    name: "raid",
    usage: "/raid <channel>",
    about: "Start a raid",
    ...forUser,
    ...forChats,
    capability: RAIDS,
    needsEditor: true,
  },
  {
    name: "unraid",
    usage: "/unraid",
    about: "Cancel the raid",
    ...forChats,
    capability: RAIDS,
    needsEditor: true,
    isSecondary: true,
  },
];

export const NEEDS_EDITOR = "Only Editors can start raids";
const MODERATE = "Moderate";

/** Why the command does not work in a chat, such as a missing capability or scope; null if it works. */
export function missingReason(
  { capability }: SlashCommandHelp,
  { name, capabilities }: Platform,
  connection: ChannelProvider,
): string | null {
  if (!capability) return null;
  if (capabilities.some(({ label, supported }) => supported && capability.labels.includes(label))) {
    const { noun, allows = noun } = capability;
    return lacksScope(capability, connection) ? `Reconnect ${name} to allow ${allows}` : null;
  }
  const missing =
    capabilities.find(({ label, supported }) => !supported && capability.labels.includes(label)) ??
    capabilities.find(({ label, supported }) => !supported && label === MODERATE);
  const reason = missing?.reason ?? "";
  if (!reason || reason === `not available on ${name}`) return `${name} has no ${capability.noun}`;
  return `${name}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

function lacksScope({ scope, isForBot }: Capability, { missing_scopes, bot_provider }: ChannelProvider): boolean {
  return !(isForBot && bot_provider) && missing_scopes.some((missing) => missing.scope === scope);
}
