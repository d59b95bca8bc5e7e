import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { SentMessage } from "../../api/chat";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";
import type { Emoji } from "./menu/menu-items";
import type { Person } from "./person";

export type SendIn = components["schemas"]["SendIn"];

const STALE_MS = 60_000;
const MIN_SEARCH_LENGTH = 2;
const MAX_RESULTS = 8;

function emotesQuery(channelId: string) {
  const path = { channel_id: channelId };
  return queryOptions({
    queryKey: keys.emotes(channelId),
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/emotes", { params: { path } })),
    staleTime: STALE_MS,
    meta: { quiet: true },
  });
}

/** Emotes for the menu, which works without them: a failed request shows no error. */
export function useEmotes(channelId: string, isEnabled: boolean) {
  return useQuery({ ...emotesQuery(channelId), enabled: isEnabled, select: ({ emotes }) => emotes });
}

/** Emotes, and the state of the services that they come from. */
export function useEmoteLists(channelId: string) {
  return useQuery(emotesQuery(channelId));
}

const NO_EMOJI: Emoji = [];

/** The common emoji; empty until their list, which is large, is loaded on first use. */
export function useEmoji(isEnabled: boolean): Emoji {
  const { data } = useQuery({
    queryKey: ["emoji"],
    queryFn: async () => (await import("./menu/emoji")).EMOJI,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  return data ?? NO_EMOJI;
}

export function viewerSearchQuery(channelId: string, q: string) {
  const params = { path: { channel_id: channelId }, query: { q, limit: MAX_RESULTS } };
  return queryOptions({
    queryKey: [...keys.viewers(channelId), "search", q, null],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params })),
    staleTime: STALE_MS,
    meta: { quiet: true },
  });
}

export function useViewerSearch(channelId: string, q: string) {
  return useQuery({
    ...viewerSearchQuery(channelId, q),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    select: ({ records }) => records.map(asPerson),
  });
}

type FoundViewer = components["schemas"]["AccountOut"];

export function asPerson({ provider, provider_viewer_id: id, login, name, colour }: FoundViewer): Person {
  return { provider, id, login, name, colour };
}

/** Sends messages; the requests of a channel run one after the other, so that messages keep their order. */
export function useSend(channelId: string, onSent: (sent: SentMessage) => void) {
  const path = { channel_id: channelId };
  return useMutation({
    scope: { id: `send ${channelId}` },
    mutationFn: (body: SendIn) =>
      unwrap(api.POST("/api/2/channels/{channel_id}/sent-messages", { params: { path }, body })),
    onSuccess: onSent,
  });
}
