import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor, type Page } from "../../api/pages";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type PublicCommand = Schemas["PublicCommand"];
export type PublicQuote = Schemas["PublicQuote"];
export type PublicStanding = Schemas["PublicStanding"];
export type PublicQueue = Schemas["PublicQueue"];
export type PublicQueueEntry = Schemas["PublicQueueEntry"];

const QUEUE_REFRESH_MS = 10_000;
// Viewers get points for watching once a minute.
const LEADERBOARD_REFRESH_MS = 30_000;

const NO_CURSOR: string | null = null;

export function usePublicCommands(channelId: string, q: string) {
  return usePublicList({
    queryKey: [...keys.publicCommands(channelId), q],
    fetchPage: (cursor, signal) => {
      const params = { path: { channel_id: channelId }, query: { q, cursor } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-commands", { params, signal }));
    },
    nameOf: ({ channel_name }) => channel_name,
  });
}

export function usePublicQuotes(channelId: string, q: string) {
  return usePublicList({
    queryKey: [...keys.publicQuotes(channelId), q],
    fetchPage: (cursor, signal) => {
      const params = { path: { channel_id: channelId }, query: { q, cursor } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-quotes", { params, signal }));
    },
    nameOf: ({ channel }) => channel.display_name,
  });
}

export function usePublicQueues(channelId: string) {
  return useQuery({
    queryKey: keys.publicQueues(channelId),
    queryFn: () =>
      unwrap(api.GET("/api/2/channels/{channel_id}/public-queues", { params: { path: { channel_id: channelId } } })),
    refetchInterval: QUEUE_REFRESH_MS,
    meta: { quiet: true },
  });
}

export function usePublicLeaderboard(channelId: string) {
  return useQuery({
    queryKey: keys.publicLeaderboard(channelId),
    queryFn: ({ signal }) => {
      const params = { path: { channel_id: channelId } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-leaderboard", { params, signal }));
    },
    refetchInterval: LEADERBOARD_REFRESH_MS,
    meta: { quiet: true },
  });
}

/** A queue, with the entries of the viewers who have this name. */
export function usePublicQueue(channelId: string, queueId: string, name: string) {
  return useQuery({
    queryKey: [...keys.publicQueues(channelId), queueId, name],
    queryFn: ({ signal }) => {
      const params = { path: { channel_id: channelId, queue_id: queueId }, query: { name } };
      return unwrap(api.GET("/api/2/channels/{channel_id}/public-queues/{queue_id}", { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: QUEUE_REFRESH_MS,
    meta: { quiet: true },
  });
}

interface ListOptions<Item, Head> {
  queryKey: readonly unknown[];
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item> & Head>;
  /** Returns the name of the channel, which responses with commands and with quotes have in different fields. */
  nameOf: (head: Head) => string;
}

function usePublicList<Item, Head>({ queryKey, fetchPage, nameOf }: ListOptions<Item, Head>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      name: pages[0] ? nameOf(pages[0]) : "",
      records: pages.flatMap(({ records }) => records),
      total: pages[0]?.total ?? 0,
    }),
  });
}

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
