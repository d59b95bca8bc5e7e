import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import { type ChatSettings, chatSettingsQuery } from "../../session/chat-settings";

const keysOf = {
  search: (channelId: string, query: SearchQuery | null) => ["chat-search", channelId, query],
  viewers: (channelId: string, q: string) => ["chat-viewers", channelId, q],
};

export function useSaveChatSettings(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChatSettings) =>
      unwrap(
        api.PATCH("/api/2/channels/{channel_id}/chat-settings", { params: { path: { channel_id: channelId } }, body }),
      ),
    onSuccess: (settings) => client.setQueryData(chatSettingsQuery(channelId).queryKey, settings),
    meta: { quiet: true },
  });
}

export interface SearchQuery {
  q?: string;
  provider?: string;
  viewer_id?: string;
  since?: string;
  until?: string;
}

const RESULTS_PER_PAGE = 50;

/** Stored lines that match the query, newest first; without a query nothing is requested. */
export function useChatSearch(channelId: string, query: SearchQuery | null) {
  return useInfiniteQuery({
    queryKey: keysOf.search(channelId, query),
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      const params = { path: { channel_id: channelId }, query: { limit: RESULTS_PER_PAGE, ...query, ...cursor } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/chat-messages", { params }));
    },
    initialPageParam: "",
    getNextPageParam: nextCursor,
    enabled: query !== null,
    meta: { quiet: true },
  });
}

export function useViewerSearch(channelId: string, q: string) {
  return useQuery({
    queryKey: keysOf.viewers(channelId, q),
    queryFn: () => {
      const params = { path: { channel_id: channelId }, query: { q, limit: 10 } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params }));
    },
    enabled: q !== "",
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
}

/** Sends a message again on one connection; the result arrives as a live event. */
export function useRetrySent(channelId: string) {
  return useSingleMutation({
    mutationFn: ({ sentId, connectionId }: { sentId: string; connectionId: string }) =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/sent-messages/{sent_id}/retry", {
          params: { path: { channel_id: channelId, sent_id: sentId } },
          body: { connection_id: connectionId },
        }),
      ),
  });
}
