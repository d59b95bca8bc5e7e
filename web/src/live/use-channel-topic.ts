import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../api/keys";
import { refetchLive } from "./query-updates";
import { topics } from "./topics";

interface TopicOptions<Event> {
  /** Suffix of the topic: "commands". */
  topic: string;
  /** Refetched when events may have been missed. */
  queryKey: (channelId: string) => QueryKey;
  /** Applies events to the query cache. */
  merge: (client: QueryClient, channelId: string, events: readonly Event[]) => void;
}

/** Applies the events of a channel's topic to the query cache; `queryKey` and `merge` must not change. */
export function useChannelTopic<Event>(channelId: string, { topic, queryKey, merge }: TopicOptions<Event>): void {
  const client = useQueryClient();
  useEffect(
    () =>
      topics.subscribe<Event>(`${channelId}:${topic}`, {
        onEvents: (events) => merge(client, channelId, events),
        onRefetch: () => refetchLive(client, queryKey(channelId)),
        // Access was revoked or the channel deleted: refetching the channel shows which.
        onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
      }),
    [client, channelId, topic, queryKey, merge],
  );
}
