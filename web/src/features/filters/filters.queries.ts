import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { updateOptimistically, useOptimisticToggle } from "../../api/mutations/optimistic";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { toast } from "../../ui/toast/toast";
import type { ExemptViewer, Filter, FilterTypeInfo, Term } from "./filter-types";

const FILTERS = "/api/2/channels/{channel_id}/filters";
const FILTER = "/api/2/channels/{channel_id}/filters/{filter_id}";

export function filtersQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.filters(channelId), "list"],
    queryFn: (): Promise<Filter[]> => unwrap(api.GET(FILTERS, { params: { path: { channel_id: channelId } } })),
  });
}

export function useFilters(channelId: string): UseQueryResult<Filter[]> {
  return useQuery(filtersQuery(channelId));
}

export function filterQuery(channelId: string, filterId: string) {
  const path = { channel_id: channelId, filter_id: filterId };
  return queryOptions({
    queryKey: [...keys.filters(channelId), "one", filterId],
    queryFn: (): Promise<Filter> => unwrap(api.GET(FILTER, { params: { path } })),
    // The editor itself shows that its filter was deleted.
    meta: { quiet: isInaccessible },
  });
}

export function termsQuery(channelId: string, filterId: string) {
  const path = { channel_id: channelId, filter_id: filterId };
  return queryOptions({
    queryKey: [...filterQuery(channelId, filterId).queryKey, "terms"],
    queryFn: async (): Promise<Term[]> => (await unwrap(api.GET(`${FILTER}/terms`, { params: { path } }))).records,
    meta: { quiet: isInaccessible },
  });
}

export function useFilterTypes(channelId: string): UseQueryResult<FilterTypeInfo[]> {
  return useQuery({
    queryKey: keys.filterTypes,
    queryFn: (): Promise<FilterTypeInfo[]> =>
      unwrap(api.GET(`${FILTERS}/types`, { params: { path: { channel_id: channelId } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Viewers of the channel by name; disabled while the search is empty. */
export function useViewerSearch(channelId: string, query: string): UseQueryResult<ExemptViewer[]> {
  const params = { path: { channel_id: channelId }, query: { q: query, limit: 20 } };
  return useQuery({
    queryKey: [...keys.filters(channelId), "viewers", query],
    queryFn: async (): Promise<ExemptViewer[]> => {
      const { records } = await unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params }));
      return records.map(({ provider, provider_viewer_id, name }) => ({
        // Cast: the API types any provider here, but only platforms whose chat is read have viewers, and filters accept
        // all of those.
        provider: provider as ExemptViewer["provider"],
        provider_viewer_id,
        name,
      }));
    },
    enabled: query !== "",
  });
}

interface EnabledChange {
  filter: Filter;
  enabled: boolean;
}

export function useSwitchFilter(channelId: string) {
  const client = useQueryClient();
  const { queryKey: lists } = filtersQuery(channelId);
  const setEnabled = (id: string, enabled: boolean) =>
    client.setQueryData(lists, (list) => list?.map((filter) => (filter.id === id ? { ...filter, enabled } : filter)));
  return useOptimisticToggle({
    queryKey: keys.filters(channelId),
    lists,
    send: ({ filter, enabled }: EnabledChange) => {
      const path = { channel_id: channelId, filter_id: filter.id };
      return unwrap(api.PUT(`${FILTER}/enabled`, { params: { path }, body: { enabled } }));
    },
    show: ({ filter, enabled }) => {
      setEnabled(filter.id, enabled);
      return () => setEnabled(filter.id, !enabled);
    },
  });
}

/** Adds the recommended filters to a channel without filters; the response is the channel's whole list. */
export function useRecommendedFilters(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = filtersQuery(channelId);
  return useSingleMutation({
    mutationFn: (): Promise<Filter[]> =>
      unwrap(api.POST(`${FILTERS}/recommended`, { params: { path: { channel_id: channelId } } })),
    onSuccess: (filters) => {
      client.setQueryData(queryKey, filters);
      toast.success(`${filters.length} filters added`);
    },
  });
}

/** Optimistic delete: the filter is put back when the request fails. */
export function useDeleteFilter(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = filtersQuery(channelId);
  return useMutation({
    mutationFn: (filterId: string) =>
      unwrap(api.DELETE(FILTER, { params: { path: { channel_id: channelId, filter_id: filterId } } })),
    onMutate: (filterId) =>
      updateOptimistically<Filter[]>(client, queryKey, (list) => list.filter(({ id }) => id !== filterId)),
    onError: (_error, _filterId, undo) => undo?.(),
    onSuccess: () => toast.success("Filter deleted"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
