import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

/** Refetches the stats when a stream begins, ends or has new numbers. */
export function useStatsLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "stats", queryKey: keys.stats, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, keys.stats(channelId));
}
