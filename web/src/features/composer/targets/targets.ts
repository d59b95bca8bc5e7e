import { canWriteOn } from "../../../api/capabilities";
import type { ChannelProvider, Platform, UserProvider } from "../../../api/types";

export type SpeakerKind = "me" | "bot";

/** A place a message can go to, or the reason why it cannot. */
export interface Target {
  id: string;
  platform: Platform;
  /** The platform's name; with the account where the channel has two of one platform. */
  label: string;
  isChosen: boolean;
  /** Why nothing can be written there now. */
  lock: string | null;
  /** Set when connecting one's own account would open it. */
  needsAccount: boolean;
}

interface Given {
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
  accounts: readonly UserProvider[];
  speaker: SpeakerKind;
  /** Ids of the connections somebody has switched off. */
  off: readonly string[];
}

/** Every connected chat in the order of the platforms, with what keeps a message from it. */
export function targetsOf({ providers, platforms, accounts, speaker, off }: Given): Target[] {
  const streams = platforms
    .filter(({ flags }) => flags.stream && flags.chatRead)
    .flatMap((platform) =>
      providers.filter(({ provider }) => provider === platform.provider).map((provider) => ({ provider, platform })),
    );
  const twice = (key: string) => streams.filter(({ platform }) => platform.provider === key).length > 1;
  return streams.map(({ provider, platform }) => {
    const { lock, needsAccount } = lockOf(provider, platform, speaker === "me" ? accounts : null);
    const label = twice(platform.provider) ? `${platform.name} (${provider.display_name})` : platform.name;
    return {
      id: provider.id,
      platform,
      label,
      isChosen: lock === null && !off.includes(provider.id),
      lock,
      needsAccount,
    };
  });
}

/** `accounts` is null when the bot speaks. */
function lockOf(provider: ChannelProvider, platform: Platform, accounts: readonly UserProvider[] | null) {
  const writing = canWriteOn(platform);
  if (!writing.isPossible) return { lock: writing.reason, needsAccount: false };
  if (provider.scope_needed) return { lock: `${platform.name} has to be reconnected`, needsAccount: false };
  if (accounts === null) return { lock: null, needsAccount: false };
  const account = accounts.find(({ provider: key }) => key === platform.provider);
  if (!account) return { lock: `Connect your ${platform.name} account to write as yourself`, needsAccount: true };
  // Whose account the channel is has given the channel all that it takes.
  return account.scope_needed && account.provider_user_id !== provider.provider_channel_id
    ? { lock: `Reconnect your ${platform.name} account to write as yourself`, needsAccount: true }
    : { lock: null, needsAccount: false };
}
