import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { channelResource } from "../../api/channel-resource";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { ItemSwitch } from "../../session/channel-list/declaration";
import { toast } from "../../ui/toast/toast";
import type { ExemptViewer, Filter, FilterTypeInfo, Term } from "./filter-types";

const FILTERS = "/api/2/channels/{channel_id}/filters";
const FILTER = "/api/2/channels/{channel_id}/filters/{filter_id}";

export const filters = channelResource(FILTERS, "filter");
export const { list: filtersQuery, item: filterQuery } = filters;

export function useFilters(channelId: string): UseQueryResult<Filter[]> {
  return useQuery(filtersQuery(channelId));
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

/** The switch of a filter in the list. */
export const enabledSwitch: ItemSwitch<Filter> = {
  field: "enabled",
  label: "is on",
  send: (channelId, { id }, enabled) => {
    const path = { channel_id: channelId, filter_id: id };
    return unwrap(api.PUT(`${FILTER}/enabled`, { params: { path }, body: { enabled } }));
  },
};

/** Adds the recommended filters to a channel without filters; the response is the channel's whole list. */
export function useRecommendedFilters(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = filtersQuery(channelId);
  return useSingleMutation({
    mutationFn: (): Promise<Filter[]> =>
      unwrap(api.POST(`${FILTERS}/recommended`, { params: { path: { channel_id: channelId } } })),
    onSuccess: (added) => {
      client.setQueryData(queryKey, added);
      toast.success(`${added.length} filters added`);
    },
  });
}
