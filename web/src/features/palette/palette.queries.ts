import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";

export type FoundViewer = components["schemas"]["AccountOut"];

const MAX_CHANNELS = 8;
const MAX_VIEWERS = 5;

/** The first channels whose name contains the text. */
export function useChannelSearch(name: string) {
  return useQuery({
    queryKey: [...keys.channels, "palette", name],
    queryFn: () =>
      unwrap(api.GET("/api/2/channels", { params: { query: { per_page: MAX_CHANNELS, ...(name ? { name } : {}) } } })),
    select: (page) => page.records,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** Viewers of the channel by name; without a name there is no request. */
export function useViewerSearch(channelId: string, name: string) {
  const params = { path: { channel_id: channelId }, query: { q: name, limit: MAX_VIEWERS } };
  return useQuery({
    queryKey: [...keys.viewers(channelId), "palette", name],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params })),
    select: ({ records }) => records,
    enabled: channelId !== "" && name !== "",
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** The chats of the channel in which the viewer can be moderated. */
export function useViewerChats(channelId: string, { provider, provider_viewer_id: viewerId }: FoundViewer) {
  const path = { channel_id: channelId, provider, provider_viewer_id: viewerId };
  return useQuery({
    // The same key as the viewer card, because both send the same request.
    queryKey: [...keys.viewers(channelId), "card", provider, viewerId],
    queryFn: () =>
      unwrap(api.GET("/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}", { params: { path } })),
    select: ({ connections }) => connections,
    meta: { quiet: true },
  });
}
