import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { messageOf } from "../../../api/errors";
import { toast } from "../../../ui/toast/toast";
import type { Filter } from "../filter-types";
import { filtersQuery } from "../filters.queries";

/** The list with one filter at another index; outside it nothing changes. */
export function moveFilter<Some>(list: readonly Some[], from: number, to: number): readonly Some[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** What is known of the filters, in another order; one that it does not name comes last. */
export function inOrder<Some extends Pick<Filter, "id">>(list: readonly Some[], ids: readonly string[]): Some[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Some) => places.get(id) ?? ids.length;
  return list.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Holds on the screen at once; a refusal brings back the order that the server has and says why. */
export function useOrderFilters(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = filtersQuery(channelId);
  return useMutation({
    // One after the other, or an older order could arrive last and win.
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
