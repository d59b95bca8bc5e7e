import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";
import type { Watch } from "../../api/types";
import { applyUpdate } from "../../live/apply-update";
import { applyLiveUpdate, refetchLive } from "../../live/query-updates";
import { publicTopics } from "../../live/topics";

export type StreamUpdate = components["schemas"]["StreamUpdate"];

/** Applies live updates to every cached watch page of the channel. */
export function useStreamsLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetchAll = () => refetchLive(client, keys.watch);
    return publicTopics.subscribe<StreamUpdate>(`${channelId}:public-streams`, {
      onEvents: (updates) => applyLiveUpdate(client, keys.watch, () => mergeStreams(client, channelId, updates)),
      onRefetch: refetchAll,
      // The channel was deleted or suspended; the refetch shows that.
      onDenied: refetchAll,
    });
  }, [client, channelId]);
}

export function mergeStreams(client: QueryClient, channelId: string, updates: readonly StreamUpdate[]): void {
  client.setQueriesData<Watch>({ queryKey: keys.watch }, (watch) =>
    watch?.channel.id === channelId ? applyStreamUpdates(watch, updates) : watch,
  );
}

/** Applies updates to the streams; a new stream goes to the end. */
export function applyStreamUpdates(watch: Watch, updates: readonly StreamUpdate[]): Watch {
  const streams = updates.reduce((list, update) => applyUpdate(list, update, "last"), watch.streams);
  return { ...watch, streams };
}
