import { IconPlugConnected } from "@tabler/icons-react";
import { attentionBadge, type NavBadge, type NavEntry } from "../../ui/nav-entry";
import { useChannelProvidersLive } from "./platforms.live";
import { useChannelProviders } from "./platforms.queries";

const WORDS = {
  needed: (count: number) =>
    count === 1 ? "1 platform needs more permissions" : `${count} platforms need more permissions`,
  none: "No platform is connected",
};

export const platformsNav: NavEntry = {
  label: "Platforms",
  icon: IconPlugConnected,
  path: "providers",
  useBadge: usePlatformsBadge,
};

function usePlatformsBadge(channelId: string): NavBadge | null {
  useChannelProvidersLive(channelId);
  return attentionBadge(useChannelProviders(channelId).data, WORDS);
}
