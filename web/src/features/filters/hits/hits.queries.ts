import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { FilterHit } from "../filter-types";

/** As many as one answer holds; who wants to know more runs a backtest. */
export const MAX_HITS = 200;

/** What a filter has caught, newest first. */
export function hitsQuery(channelId: string, filterId: string) {
  const params = { path: { channel_id: channelId, filter_id: filterId }, query: { limit: MAX_HITS } };
  return queryOptions({
    queryKey: [...keys.filters(channelId), "hits", filterId],
    queryFn: async (): Promise<FilterHit[]> =>
      (await unwrap(api.GET("/api/2/channels/{channel_id}/filters/{filter_id}/hits", { params }))).records,
  });
}

/** The list as it would be fetched after these hits: newest first, each of them once. */
export function mergeHits(list: readonly FilterHit[], told: readonly FilterHit[]): FilterHit[] {
  const known = new Map([...list, ...told].map((hit) => [hit.id, hit]));
  // Ids begin with the time, so that they sort like it.
  return [...known.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, MAX_HITS);
}
