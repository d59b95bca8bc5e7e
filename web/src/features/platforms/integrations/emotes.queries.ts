import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";

export type EmoteSource = components["schemas"]["EmoteSourceOut"];

// The server refreshes emotes without live events, so the screen polls.
const POLL_MS = 60_000;

function emotesQuery(channelId: string) {
  const path = { channel_id: channelId };
  return queryOptions({
    queryKey: keys.emotes(channelId),
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/emotes", { params: { path } })),
    refetchInterval: POLL_MS,
  });
}

/** Emote services with their counts and errors. */
export function useEmoteSources(channelId: string) {
  return useQuery({ ...emotesQuery(channelId), select: ({ sources }) => sources });
}

export function useRefreshEmotes(channelId: string) {
  const client = useQueryClient();
  const path = { channel_id: channelId };
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST("/api/2/channels/{channel_id}/emotes/refresh", { params: { path } })),
    onSuccess: (emotes) => client.setQueryData(emotesQuery(channelId).queryKey, emotes),
  });
}
