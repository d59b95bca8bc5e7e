import {
  infiniteQueryOptions,
  keepPreviousData,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import type { Channel } from "../../api/types";

function channelPages(name: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.channels, { name }],
    queryFn: ({ pageParam }) => fetchChannels(name, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
}

function fetchChannels(name: string, cursor: string | null) {
  const query = { ...(name ? { name } : {}), ...(cursor ? { cursor } : {}) };
  return unwrap(api.GET("/api/2/channels", { params: { query } }));
}

/** The user's channels that match the name, page by page; an empty name matches all. */
export function useChannelPages(name: string) {
  const query = useInfiniteQuery(channelPages(name));
  const pages = query.data?.pages ?? [];
  return {
    ...query,
    channels: pages.flatMap((page) => page.records),
    total: pages[0]?.total,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
  };
}

export function useCreateChannel(): UseMutationResult<Channel, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (displayName) => unwrap(api.POST("/api/2/channels", { body: { display_name: displayName } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.channels }),
    meta: { quiet: true },
  });
}
