import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type PublicCommand = Schemas["PublicCommand"];
export type PublicQuote = Schemas["PublicQuote"];

const NO_CURSOR: string | null = null;

export function usePublicCommands(channelId: string, q: string) {
  return useInfiniteQuery({
    queryKey: [...keys.publicCommands(channelId), q],
    queryFn: ({ pageParam, signal }): Promise<Schemas["PublicCommands"]> => {
      const params = { path: { channel_id: channelId }, query: { q, cursor: pageParam } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-commands", { params, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      name: pages[0]?.channel_name ?? "",
      records: pages.flatMap(({ records }) => records),
      total: pages[0]?.total ?? 0,
    }),
  });
}

export function usePublicQuotes(channelId: string, q: string) {
  return useInfiniteQuery({
    queryKey: [...keys.publicQuotes(channelId), q],
    queryFn: ({ pageParam, signal }): Promise<Schemas["PublicQuotes"]> => {
      const params = { path: { channel_id: channelId }, query: { q, cursor: pageParam } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-quotes", { params, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      name: pages[0]?.channel.display_name ?? "",
      records: pages.flatMap(({ records }) => records),
      total: pages[0]?.total ?? 0,
    }),
  });
}

/** A list as both pages have it. */
export interface PublicList<Item> {
  data: { name: string; records: Item[]; total: number } | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}
