import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { useFeedSettings, useSaveFeedSettings } from "../feed/activity-feed.queries";
import { useChime } from "../sound/use-chime";
import { SoundField } from "./sound-field";

/** The sound settings of one channel's activity feed, for screens other than the feed. */
export function ActivitySound({ channelId }: { channelId: string }) {
  const settings = useFeedSettings(channelId);
  const { mutate } = useSaveFeedSettings(channelId);
  const chime = useChime(settings.data?.has_sound ?? false);
  const { data } = settings;
  if (settings.isError && !data) {
    return <ErrorPanel isBare error={settings.error} onRetry={() => void settings.refetch()} />;
  }
  if (!data) return <SkeletonRows count={1} label="Loading sounds" />;
  return <SoundField settings={data} chime={chime} onSave={(change) => mutate({ ...data, ...change })} />;
}
