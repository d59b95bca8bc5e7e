import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible, messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import { toast } from "../../ui/toast/toast";
import type { Quote, QuoteSettings, QuotesPage } from "./quote-types";

const QUOTES = "/api/2/channels/{channel_id}/quotes";
const QUOTE = "/api/2/channels/{channel_id}/quotes/{quote_id}";
const SETTINGS = "/api/2/channels/{channel_id}/quote-settings";
const NO_CURSOR: string | null = null;

export function listsKey(channelId: string) {
  return [...keys.quotes(channelId), "list"];
}

function quotesQuery(channelId: string, q: string) {
  return infiniteQueryOptions({
    queryKey: [...listsKey(channelId), q],
    queryFn: ({ pageParam, signal }): Promise<QuotesPage> =>
      unwrap(api.GET(QUOTES, { params: { path: { channel_id: channelId }, query: { q, cursor: pageParam } }, signal })),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    // Previous results stay visible while the next ones load.
    placeholderData: keepPreviousData,
  });
}

/** Paged quotes, highest number first. */
export function useQuotes(channelId: string, q: string) {
  return useInfiniteQuery({
    ...quotesQuery(channelId, q),
    select: ({ pages }) => ({ records: pages.flatMap(({ records }) => records), total: pages[0]?.total ?? 0 }),
  });
}

export function quoteQuery(channelId: string, quoteId: string) {
  const path = { channel_id: channelId, quote_id: quoteId };
  return queryOptions({
    queryKey: [...keys.quotes(channelId), "one", quoteId],
    queryFn: (): Promise<Quote> => unwrap(api.GET(QUOTE, { params: { path } })),
    // The editor itself shows that its quote was deleted.
    meta: { quiet: isInaccessible },
  });
}

export function settingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.quotes(channelId), "settings"],
    queryFn: (): Promise<QuoteSettings> => unwrap(api.GET(SETTINGS, { params: { path: { channel_id: channelId } } })),
    // `PublicBar` shows errors.
    meta: { quiet: true },
  });
}

export function useQuoteSettings(channelId: string) {
  return useQuery(settingsQuery(channelId));
}

/** Switches the public page on or off optimistically; the switch is reverted if the request fails. */
export function usePublish(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(channelId);
  return useMutation({
    scope: { id: `publish-quotes-${channelId}` },
    mutationFn: (is_public: boolean) =>
      unwrap(api.PUT(SETTINGS, { params: { path: { channel_id: channelId } }, body: { is_public } })),
    onMutate: async (is_public) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { is_public });
    },
    onError: (error, is_public) => {
      client.setQueryData(queryKey, { is_public: !is_public });
      toast.error(messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { quiet: true },
  });
}

export function useDeleteQuote(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (quoteId: string) =>
      unwrap(api.DELETE(QUOTE, { params: { path: { channel_id: channelId, quote_id: quoteId } } })),
    onSuccess: () => toast.success("Quote deleted"),
    onSettled: () => client.invalidateQueries({ queryKey: listsKey(channelId) }),
  });
}
