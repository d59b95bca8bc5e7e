import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { nextCursor } from "../../api/pages";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { type ChatSettings, chatSettingsQuery } from "../../session/chat-settings";

const keysOf = {
  search: (channelId: string, wanted: SearchWanted | null) => ["chat-search", channelId, wanted],
  people: (channelId: string, q: string) => ["chat-people", channelId, q],
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

export interface SearchWanted {
  q?: string;
  provider?: string;
  viewer_id?: string;
  since?: string;
  until?: string;
}

const FOUND_A_PAGE = 50;

/** Stored lines that fit, newest first. */
export function useChatSearch(channelId: string, wanted: SearchWanted | null) {
  return useInfiniteQuery({
    queryKey: keysOf.search(channelId, wanted),
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      const params = { path: { channel_id: channelId }, query: { limit: FOUND_A_PAGE, ...wanted, ...cursor } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/chat-messages", { params }));
    },
    initialPageParam: "",
    getNextPageParam: nextCursor,
    enabled: wanted !== null,
    meta: { quiet: true },
  });
}

/** Viewers whose name fits what is typed. */
export function useViewerSearch(channelId: string, q: string) {
  return useQuery({
    queryKey: keysOf.people(channelId, q),
    queryFn: () => {
      const params = { path: { channel_id: channelId }, query: { q, limit: 10 } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params }));
    },
    enabled: q !== "",
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
}

/** Tries once more to deliver; what becomes of it is told live. */
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
