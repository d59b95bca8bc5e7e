import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { pointSettingsQuery } from "./points";

type Schemas = components["schemas"];
type PointEvent = Schemas["PointsChanged"] | Schemas["PointSettingsChanged"];

// While viewers bet, balances change many times a second.
const REFETCH_MS = 2_000;

/** Applies new settings at once; refetches balances at a change, and two seconds later for the changes since. */
export function usePointsLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "points", queryKey: keys.points, merge });
}

const refetching = new Set<string>();

function merge(client: QueryClient, channelId: string, events: readonly PointEvent[]): void {
  for (const event of events) {
    if (event.type === "point_settings_changed") {
      const { queryKey } = pointSettingsQuery(channelId);
      if (client.isMutating({ mutationKey: queryKey }) > 0) continue;
      const settings = event.settings as Required<typeof event.settings>;
      applyLiveUpdate(client, queryKey, () => client.setQueryData(queryKey, settings));
    } else refetchSoon(client, channelId);
  }
}

function refetchSoon(client: QueryClient, channelId: string): void {
  if (refetching.has(channelId)) return;
  refetching.add(channelId);
  refetchLive(client, keys.points(channelId));
  setTimeout(() => {
    refetching.delete(channelId);
    refetchLive(client, keys.points(channelId));
  }, REFETCH_MS);
}
