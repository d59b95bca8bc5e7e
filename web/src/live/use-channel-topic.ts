import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../api/keys";
import { refetchLive } from "./query-updates";
import { topics } from "./topics";

interface Merge<Event> {
  /** Refetched when events may have been missed. */
  queryKey: (channelId: string) => QueryKey;
  /** Applies events to the query cache. */
  merge: (client: QueryClient, channelId: string, events: readonly Event[]) => void;
}

interface TopicOptions<Event> extends Merge<Event> {
  /** Suffix of the topic: "commands". */
  topic: string;
}

/** Applies the events of a channel's topic to the query cache; `queryKey` and `merge` must not change. */
export function useChannelTopic<Event>(channelId: string, { topic, queryKey, merge }: TopicOptions<Event>): void {
  const client = useQueryClient();
  useEffect(
    () => subscribe(client, channelId, { topic, queryKey, merge }),
    [client, channelId, topic, queryKey, merge],
  );
}

/** Applies the events of several topics in the same way; the options must not change. */
export function useChannelTopics<Event>(channelId: string, suffixes: readonly string[], options: Merge<Event>): void {
  const client = useQueryClient();
  const { queryKey, merge } = options;
  useEffect(() => {
    const stops = suffixes.map((topic) => subscribe(client, channelId, { topic, queryKey, merge }));
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, channelId, suffixes, queryKey, merge]);
}

function subscribe<Event>(client: QueryClient, channelId: string, { topic, queryKey, merge }: TopicOptions<Event>) {
  return topics.subscribe<Event>(`${channelId}:${topic}`, {
    onEvents: (events) => merge(client, channelId, events),
    onRefetch: () => refetchLive(client, queryKey(channelId)),
    // Access was revoked or the channel deleted: refetching the channel shows which.
    onDenied: () => void client.invalidateQueries({ queryKey: keys.channel(channelId) }),
  });
}
