import { provider } from "../../api/test-provider";
import type { ChannelProvider, Platform, UserProvider } from "../../api/types";

const FLAGS: Platform["flags"] = {
  channelProvider: true,
  signinProvider: true,
  stream: true,
  chatRead: true,
  chatWrite: true,
  chatReplyMessage: false,
  ownBot: true,
  systemBot: true,
  changeTitle: true,
  changeCategory: true,
};

const NOT_IN_API = { kick: "Not supported by Kick's API" };
const ONLY_ON_TWITCH: Record<string, Record<string, string>> = {
  Announcements: {},
  Warnings: {},
  Shoutouts: {},
  "Clear chat": NOT_IN_API,
  Raids: NOT_IN_API,
  "Slow, followers-only, sub-only and emote-only mode": { ...NOT_IN_API, youtube: "only in YouTube Studio" },
};

function platform(provider: string, name: string, messageMaxLength: number, part: Partial<Platform> = {}): Platform {
  const capabilities = [
    { label: "Delete, time out, ban", supported: true, reason: "" },
    { label: "Replies", supported: provider !== "youtube", reason: "" },
    ...Object.entries(ONLY_ON_TWITCH).map(([label, reasons]) => ({
      label,
      supported: provider === "twitch",
      reason: reasons[provider] ?? `not available on ${name}`,
    })),
  ];
  return {
    provider,
    name,
    colour: "",
    flags: FLAGS,
    messageMaxLength,
    capabilities,
    registration: "oauth",
    takesAccounts: true,
    ...part,
  };
}

/** Test platforms: TikTok is read-only, YouTube has no replies. */
export const PLATFORMS: Platform[] = [
  platform("twitch", "Twitch", 500, { flags: { ...FLAGS, chatReplyMessage: true } }),
  platform("youtube", "YouTube", 200),
  platform("kick", "Kick", 500),
  platform("tiktok", "TikTok", 0, {
    flags: { ...FLAGS, chatWrite: false },
    capabilities: [
      { label: "Write chat", supported: false, reason: "TikTok allows reading only" },
      { label: "Moderate", supported: false, reason: "only in the TikTok app" },
    ],
  }),
];

export function account(provider: string, scopeNeeded = false): UserProvider {
  return {
    id: `account-${provider}`,
    provider,
    provider_user_id: `me-on-${provider}`,
    login: "juniper",
    display_name: "Juniper",
    avatar_url: "",
    connected_at: "2025-03-04T12:00:00Z",
    scope_needed: scopeNeeded,
    can_chat: !scopeNeeded,
  };
}

export function connection(id: string, key: string): ChannelProvider {
  return provider(id, { provider: key });
}
