/** The names under which answers are kept; a longer key is refreshed together with its beginning. */
export const keys = {
  platforms: ["platforms"],
  user: ["user"],
  userProviders: ["user-providers"],
  userSettings: ["user-settings"],
  userSessions: ["user-sessions"],
  systemBots: ["system-bots"],
  channels: ["channels"],
  channel: (channelId: string) => ["channel", channelId],
  channelProviders: (channelId: string) => ["channel-providers", channelId],
  emotes: (channelId: string) => ["emotes", channelId],
  invite: (inviteId: string) => ["invite", inviteId],
  adminChannels: ["admin-channels"],
} as const;
