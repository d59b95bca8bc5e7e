import { canWriteOn } from "../../../api/capabilities";
import type { ChannelProvider, Platform, UserProvider } from "../../../api/types";
import { connectionProblem } from "../../../session/channel-providers";

export type Speaker = "me" | "bot";

/** A connected chat, to which messages can be sent unless it is locked. */
export interface Target {
  id: string;
  platform: Platform;
  connection: ChannelProvider;
  /** The platform's name; with the account's name if the channel has several accounts on the platform. */
  label: string;
  isSelected: boolean;
  lockedBecause: string | null;
  /** Whether connecting the user's own account would unlock the chat. */
  needsAccount: boolean;
  /** Why messages may not arrive at the moment, although the chat can be selected. */
  trouble: string | null;
}

interface Options {
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
  accounts: readonly UserProvider[];
  speaker: Speaker;
  /** Ids of the deselected connections. */
  off: readonly string[];
}

/** Every connected chat, in the order of the platforms. */
export function targetsOf({ providers, platforms, accounts, speaker, off }: Options): Target[] {
  const chats = platforms
    .filter(({ flags }) => flags.stream && flags.chatRead)
    .flatMap((platform) =>
      providers.filter(({ provider }) => provider === platform.provider).map((provider) => ({ provider, platform })),
    );
  const isShared = (key: string) => chats.filter(({ platform }) => platform.provider === key).length > 1;
  return chats.map(({ provider, platform }) => {
    const { lockedBecause, needsAccount } = lockOf(provider, platform, speaker === "me" ? accounts : null);
    const label = isShared(platform.provider) ? `${platform.name} (${provider.display_name})` : platform.name;
    return {
      id: provider.id,
      platform,
      connection: provider,
      label,
      isSelected: lockedBecause === null && !off.includes(provider.id),
      lockedBecause,
      needsAccount,
      trouble: connectionProblem(provider),
    };
  });
}

/** Why the chat is locked, if it is; `accounts` is null when the bot sends. */
function lockOf(provider: ChannelProvider, platform: Platform, accounts: readonly UserProvider[] | null) {
  const writing = canWriteOn(platform);
  if (!writing.isSupported) return { lockedBecause: writing.reason, needsAccount: false };
  if (provider.scope_needed && !provider.can_chat)
    return { lockedBecause: `Reconnect ${platform.name} first`, needsAccount: false };
  if (accounts === null) return { lockedBecause: null, needsAccount: false };
  const account = accounts.find(({ provider: key }) => key === platform.provider);
  if (!account)
    return { lockedBecause: `Connect your ${platform.name} account to send as yourself`, needsAccount: true };
  // If the channel is connected with this account, the account may chat, as was checked above.
  if (account.can_chat || account.provider_user_id === provider.provider_channel_id)
    return { lockedBecause: null, needsAccount: false };
  const verb = account.scope_needed ? "Reconnect" : "Connect";
  return { lockedBecause: `${verb} your ${platform.name} account to send as yourself`, needsAccount: true };
}
