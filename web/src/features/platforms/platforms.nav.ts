import { IconPlugConnected } from "@tabler/icons-react";
import { useChannelProviders } from "../../session/channel-providers";
import { useChannelProvidersLive } from "../../session/channel-providers.live";
import { attentionBadge, type NavBadge, type NavEntry } from "../../ui/page/nav-entry";

const BADGE_LABELS = {
  needed: (count: number) =>
    count === 1 ? "1 platform is missing permissions" : `${count} platforms are missing permissions`,
  none: "No platforms connected",
};

export const platformsNav: NavEntry = {
  label: "Platforms",
  icon: IconPlugConnected,
  path: "providers",
  useBadge: usePlatformsBadge,
};

function usePlatformsBadge(channelId: string): NavBadge | null {
  useChannelProvidersLive(channelId);
  return attentionBadge(useChannelProviders(channelId).data, BADGE_LABELS);
}
