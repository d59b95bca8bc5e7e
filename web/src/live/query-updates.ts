import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Applies a live update to the cache, and again after a running fetch, whose response may be older.
 * Refetching instead would never end where updates come faster than responses.
 */
export function applyLiveUpdate(client: QueryClient, queryKey: QueryKey, apply: () => void): void {
  apply();
  if (client.isFetching({ queryKey }) > 0) afterFetch(client, queryKey, apply);
}

/** Refetches the queries below a key, unless a mutation below it runs; waits while a first or next page loads. */
export function refetchLive(client: QueryClient, queryKey: QueryKey): void {
  // A running mutation refetches when it ends; a response from before its end would show the old value for a moment.
  if (client.isMutating({ mutationKey: queryKey }) > 0) return;
  const awaited = client.getQueryCache().findAll({ queryKey, predicate: mustAwaitFetch });
  void client.invalidateQueries({ queryKey, predicate: (query) => !awaited.includes(query) });
  for (const { queryKey: awaitedKey } of awaited) {
    afterFetch(client, awaitedKey, () => {
      void client.invalidateQueries({ queryKey: awaitedKey, exact: true }, { cancelRefetch: false });
    });
  }
}

/** Whether a query loads its first page, which cannot be refetched yet, or a next one, which a refetch would cancel. */
function mustAwaitFetch({ state }: Query): boolean {
  const isFirstOrNextPage = state.data === undefined || state.fetchMeta?.fetchMore !== undefined;
  return state.fetchStatus === "fetching" && isFirstOrNextPage;
}

function afterFetch(client: QueryClient, queryKey: QueryKey, run: () => void): void {
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching({ queryKey }) > 0) return;
    stop();
    run();
  });
}
