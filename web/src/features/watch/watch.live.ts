import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys";
import type { PublicStream, Watch } from "../../api/types";
import { applyUpdate, type Update } from "../../live/apply-update";
import { askAgain, putNews } from "../../live/news";
import { publicTopics } from "../../live/topics";

export type StreamUpdate = Update<PublicStream>;

/** Keeps the streams of a channel current, under whichever of its names they were asked for. */
export function useStreamsLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const askAll = () => askAgain(client, keys.watch);
    return publicTopics.subscribe<StreamUpdate>(`${channelId}:public-streams`, {
      onEvents: (updates) => putNews(client, keys.watch, () => mergeStreams(client, channelId, updates)),
      onRefetch: askAll,
      // The channel is gone; asked for again, it says so.
      onDenied: askAll,
    });
  }, [client, channelId]);
}

/** Puts news into what is kept of a channel. */
export function mergeStreams(client: QueryClient, channelId: string, updates: readonly StreamUpdate[]): void {
  client.setQueriesData<Watch>({ queryKey: keys.watch }, (watch) =>
    watch?.channel.id === channelId ? applyStreamUpdates(watch, updates) : watch,
  );
}

/** The oldest connection comes first. */
export function applyStreamUpdates(watch: Watch, updates: readonly StreamUpdate[]): Watch {
  const streams = updates.reduce((list, update) => applyUpdate(list, update, "last"), watch.streams);
  return { ...watch, streams };
}
