import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { messageOf } from "../../../api/errors";
import { toast } from "../../../ui/toast/toast";
import type { Filter } from "../filter-types";
import { filtersQuery } from "../filters.queries";

/** Sorts the list by these ids; items with other ids come last. */
export function inOrder<Item extends Pick<Filter, "id">>(list: readonly Item[], ids: readonly string[]): Item[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const positionOf = ({ id }: Item) => positions.get(id) ?? ids.length;
  return list.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Optimistic reorder: the previous order is restored when the request fails. */
export function useOrderFilters(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = filtersQuery(channelId);
  return useMutation({
    // Requests run one at a time: otherwise an older order could arrive last and win.
    scope: { id: `order-filters-${channelId}` },
    mutationFn: (ids: string[]) => {
      const params = { path: { channel_id: channelId } };
      return unwrap(api.PUT("/api/2/channels/{channel_id}/filters/order", { params, body: { filter_ids: ids } }));
    },
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.map(({ id }) => id) ?? [];
      client.setQueryData(queryKey, (list) => list && inOrder(list, ids));
      return before;
    },
    onError: (error, _ids, before) => {
      client.setQueryData(queryKey, (list) => list && inOrder(list, before ?? []));
      toast.error(messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { quiet: true },
  });
}
