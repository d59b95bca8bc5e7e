import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

/** Refetches quotes when they change, for example by a command in chat. */
export function useQuotesLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "quotes", queryKey: keys.quotes, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, keys.quotes(channelId));
}
