import { platformName, usePlatforms } from "../../../api/platforms";
import type { ChannelProvider } from "../../../api/types";
import { useChannelProviders } from "../../../session/channel-providers";

export interface LiveStream {
  /** URL of the platform's player; null if none can be shown. */
  url: string | null;
  /** Why no player can be shown; empty if one can, and while loading. */
  reason: string;
  title: string;
}

/** The channel's live stream to show behind a preview: embeddable if possible, then with the most viewers. */
export function useLiveStream(channelId: string): LiveStream {
  const platforms = usePlatforms();
  const { data } = useChannelProviders(channelId);
  const live = data?.filter(({ is_live: isLive }) => isLive) ?? [];
  const [first] = live.toSorted((one, other) => rank(other) - rank(one));
  // No reason is shown while the connections are loading.
  if (!data) return { url: null, reason: "", title: "" };
  if (!first) return { url: null, reason: "No stream is live", title: "" };
  const platform = platformName(platforms, first.provider);
  return {
    url: first.embed_url,
    reason: first.embed_url ? "" : `${platform} streams can't be embedded`,
    title: `Your stream on ${platform}`,
  };
}

function rank({ embed_url, health }: ChannelProvider): number {
  return (embed_url ? 1e9 : 0) + (health.viewers ?? 0);
}
