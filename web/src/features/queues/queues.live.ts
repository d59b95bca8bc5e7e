import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { applyToEntries, applyToList } from "./entries";
import type { Queue, QueueEntries, QueueEvent } from "./queue-types";
import { entriesKey, queuesQuery } from "./queues.queries";

/** Keeps the list of queues and the open queue up to date. */
export function useQueuesLive(channelId: string): void {
  useChannelTopic<QueueEvent>(channelId, { topic: "queues", queryKey: keys.queues, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly QueueEvent[]): void {
  const mergeable = events.filter(({ type }) => type !== "queue_reset" && type !== "queue_deleted");
  applyLiveUpdate(client, keys.queues(channelId), () => applyToCache(client, channelId, mergeable));
  if (mergeable.length < events.length) refetchLive(client, keys.queues(channelId));
}

function applyToCache(client: QueryClient, channelId: string, events: readonly QueueEvent[]): void {
  client.setQueryData(queuesQuery(channelId).queryKey, (list) => list && events.reduce(applyToList, list));
  client.setQueriesData<QueueEntries>({ queryKey: entriesKey(channelId) }, (data) =>
    events.reduce<QueueEntries | undefined>((entries, event) => entries && applyToEntries(entries, event), data),
  );
  for (const event of events) {
    if (event.type === "queue_changed") setQueue(client, channelId, event.queue);
  }
}

/** Replaces the queue in the cache of the editor, which compares the new version with the version it edits. */
function setQueue(client: QueryClient, channelId: string, queue: Queue): void {
  client.setQueryData<Queue>([...keys.queues(channelId), "one", queue.id], (old) => old && queue);
}
