import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../api/keys";
import { refetchLive } from "./query-updates";
import { topics } from "./topics";

interface Merging<Event> {
  /** The end of the topic's name: "commands". */
  topic: string;
  /** What is fetched again whenever something may have been missed. */
  queryKey: (channelId: string) => QueryKey;
  /** Puts news into what is kept. */
  merge: (client: QueryClient, channelId: string, events: readonly Event[]) => void;
}

/** Keeps what a screen shows of a channel current, as the server tells it; how that is done does not change. */
export function useChannelTopic<Event>(channelId: string, { topic, queryKey, merge }: Merging<Event>): void {
  const client = useQueryClient();
  useEffect(
    () =>
      topics.subscribe<Event>(`${channelId}:${topic}`, {
        onEvents: (events) => merge(client, channelId, events),
        onRefetch: () => refetchLive(client, queryKey(channelId)),
        // Access was taken away or the channel is gone: the channel itself is asked again and says which.
        onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
      }),
    [client, channelId, topic, queryKey, merge],
  );
}
