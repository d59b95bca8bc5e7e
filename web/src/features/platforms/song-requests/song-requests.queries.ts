import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";
import { refetchLive } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";

export type SongRequests = components["schemas"]["SongRequestsOut"];
export type SongRequest = components["schemas"]["SongRequestOut"];
export type SongRequestSettings = SongRequests["settings"];

const PATH = "/api/2/channels/{channel_id}/song-requests";
// Polled, because no live message is published when a song begins.
const POLL_MS = 10_000;

export function musicQuery(channelId: string) {
  const path = { channel_id: channelId };
  return queryOptions({
    queryKey: keys.music(channelId),
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/music", { params: { path } })),
    refetchInterval: POLL_MS,
  });
}

export function songRequestsQuery(channelId: string) {
  return queryOptions({
    queryKey: keys.songRequests(channelId),
    queryFn: () => unwrap(api.GET(PATH, { params: { path: { channel_id: channelId } } })),
  });
}

/** Refetches the list when it changes, for example by a viewer's request in chat. */
export function useSongRequestsLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "song-requests", queryKey: keys.songRequests, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, keys.songRequests(channelId));
}

export function useSaveSongRequests(channelId: string) {
  const client = useQueryClient();
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({
    mutationFn: (body: SongRequestSettings) => unwrap(api.PUT(`${PATH}/settings`, { params, body })),
    onSuccess: (stored) => client.setQueryData(songRequestsQuery(channelId).queryKey, stored),
    meta: { quiet: true },
  });
}

function useRefetch(channelId: string) {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: keys.songRequests(channelId) });
    await client.invalidateQueries({ queryKey: keys.music(channelId) });
  };
}

export function useSkipSong(channelId: string) {
  const onSettled = useRefetch(channelId);
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({ mutationFn: () => unwrap(api.POST(`${PATH}/skip`, { params })), onSettled });
}

export function useClearSongs(channelId: string) {
  const onSettled = useRefetch(channelId);
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({ mutationFn: () => unwrap(api.POST(`${PATH}/clear`, { params })), onSettled });
}

export function useRemoveSong(channelId: string) {
  const onSettled = useRefetch(channelId);
  return useSingleMutation({
    mutationFn: (id: string) => {
      const path = { channel_id: channelId, request_id: id };
      return unwrap(api.DELETE(`${PATH}/{request_id}`, { params: { path } }));
    },
    onSettled,
  });
}
