import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** Changes the cached data of every query whose key starts with `queryKey`; returns a function that undoes it. */
export async function updateOptimistically<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): Promise<() => void> {
  // The response of a running fetch would be older than the change.
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<Data>({ queryKey });
  client.setQueriesData<Data>({ queryKey }, (data) => data && change(data));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

interface OptimisticToggle<Change> {
  /** Start of the keys of the queries that are refetched once no switch of the list is being saved any more. */
  queryKey: QueryKey;
  /** Key of the lists that show the switches; it starts with `queryKey`. */
  lists: QueryKey;
  send: (change: Change) => Promise<unknown>;
  /** Applies the change to the cache and returns its rollback. */
  show: (change: Change) => () => void;
}

/** A mutation for the switches of a list: a switch changes on screen at once, and back if its request fails. */
export function useOptimisticToggle<Change>({ queryKey, lists, send, show }: OptimisticToggle<Change>) {
  const client = useQueryClient();
  const mutationKey = [...queryKey, "switch"];
  return useMutation({
    mutationKey,
    // Requests run one at a time: otherwise an older change could arrive last and win.
    scope: { id: mutationKey.join("/") },
    mutationFn: send,
    onMutate: async (change: Change) => {
      await client.cancelQueries({ queryKey: lists });
      return show(change);
    },
    onError: (_error, _change, rollBack) => rollBack?.(),
    onSettled: () => {
      // Refetched after the last request: an earlier response would undo the changes that are still queued.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
