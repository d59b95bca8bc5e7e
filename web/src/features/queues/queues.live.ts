import type { QueryClient } from "@tanstack/react-query";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { applyToEntries, applyToList } from "./entries";
import type { Queue, QueueEntries, QueueEvent } from "./queue-types";
import { entriesKey, queues } from "./queues.queries";

/** Keeps the list of queues and the open queue up to date. */
export function useQueuesLive(channelId: string): void {
  useChannelTopic<QueueEvent>(channelId, { topic: "queues", queryKey: queues.key, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly QueueEvent[]): void {
  const mergeable = events.filter(({ type }) => type !== "queue_reset" && type !== "queue_deleted");
  applyLiveUpdate(client, queues.key(channelId), () => applyToCache(client, channelId, mergeable));
  if (mergeable.length < events.length) refetchLive(client, queues.key(channelId));
}

function applyToCache(client: QueryClient, channelId: string, events: readonly QueueEvent[]): void {
  client.setQueryData(queues.list(channelId).queryKey, (list) => list && events.reduce(applyToList, list));
  client.setQueriesData<QueueEntries>({ queryKey: entriesKey(channelId) }, (data) =>
    events.reduce<QueueEntries | undefined>((entries, event) => entries && applyToEntries(entries, event), data),
  );
  for (const event of events) {
    if (event.type === "queue_changed") setQueue(client, channelId, event.queue);
  }
}

/** Replaces the queue in the cache of the editor, which compares the new version with the version it edits. */
function setQueue(client: QueryClient, channelId: string, queue: Queue): void {
  client.setQueryData(queues.item(channelId, queue.id).queryKey, (old) => old && queue);
}
