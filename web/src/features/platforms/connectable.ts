import type { ChannelProvider, Platform } from "../../api/types";

/** The platforms that channels can connect. */
export function connectable(platforms: readonly Platform[]): Platform[] {
  return platforms.filter(({ flags }) => flags.channelProvider);
}

/** Whether the platform has streams; other platforms are shown as integrations. */
export function isStreamPlatform({ flags }: Platform): boolean {
  return flags.stream;
}

/** Platforms that the channel can connect and has not connected. */
export function offeredPlatforms(platforms: readonly Platform[], connected: readonly ChannelProvider[]): Platform[] {
  const connectedKeys = new Set(connected.map(({ provider }) => provider));
  return connectable(platforms).filter(({ provider }) => !connectedKeys.has(provider));
}

/** A card of the Platforms screen: a connected account, or the offer of a platform. */
export interface PlatformEntry {
  platform: Platform;
  /** Null for a platform that is not connected. */
  account: ChannelProvider | null;
}

/** Cards of streaming platforms in the order of `platforms`; accounts of one platform keep their order. */
export function platformEntries(
  platforms: readonly Platform[],
  connected: readonly ChannelProvider[],
): PlatformEntry[] {
  const entries = [
    ...connected.map((account) => ({ platform: platformOf(platforms, account.provider), account })),
    ...offeredPlatforms(platforms, connected).map((platform) => ({ platform, account: null })),
  ];
  const position = new Map(platforms.map(({ provider }, index) => [provider, index]));
  const rank = ({ platform }: PlatformEntry) => position.get(platform.provider) ?? platforms.length;
  return entries.filter(({ platform }) => isStreamPlatform(platform)).sort((a, b) => rank(a) - rank(b));
}

const NO_FLAGS: Platform["flags"] = {
  channelProvider: false,
  signinProvider: false,
  stream: false,
  chatRead: false,
  chatWrite: false,
  chatReplyMessage: false,
  ownBot: false,
  systemBot: false,
  changeTitle: false,
  changeCategory: false,
};

/** The descriptor of a platform; for a platform that the installation lacks, a descriptor without capabilities. */
export function platformOf(platforms: readonly Platform[], provider: string): Platform {
  const found = platforms.find((platform) => platform.provider === provider);
  return found ?? { ...UNKNOWN, provider, name: provider };
}

const UNKNOWN: Platform = {
  provider: "",
  name: "",
  colour: "",
  flags: NO_FLAGS,
  channelUrl: null,
  dashboardUrl: null,
  broadcastEditUrl: null,
  streamTitleMaxLength: null,
  watchUrl: null,
  embedUrl: null,
  chatEmbedUrl: null,
  messageMaxLength: null,
  botHelp: null,
  capabilities: [],
  registration: "oauth",
  takesAccounts: false,
};
