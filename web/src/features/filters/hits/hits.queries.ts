import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { FilterHit } from "../filter-types";

/** Maximum number of hits in a response, and in the cached list. */
export const MAX_HITS = 200;

/** Hits of a filter, newest first. */
export function hitsQuery(channelId: string, filterId: string) {
  const params = { path: { channel_id: channelId, filter_id: filterId }, query: { limit: MAX_HITS } };
  return queryOptions({
    queryKey: [...keys.filters(channelId), "hits", filterId],
    queryFn: async (): Promise<FilterHit[]> =>
      (await unwrap(api.GET("/api/2/channels/{channel_id}/filters/{filter_id}/hits", { params }))).records,
  });
}

/** Merges live hits into the list: newest first, without duplicates. */
export function mergeHits(list: readonly FilterHit[], added: readonly FilterHit[]): FilterHit[] {
  const hits = new Map([...list, ...added].map((hit) => [hit.id, hit]));
  // Ids are time-ordered.
  return [...hits.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, MAX_HITS);
}
