import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Applies a live update to the cache, and again after a running fetch, whose response may be older.
 * Refetching instead would never end where updates come faster than responses.
 */
export function applyLiveUpdate(client: QueryClient, queryKey: QueryKey, apply: () => void): void {
  apply();
  if (client.isFetching({ queryKey }) > 0) afterFetch(client, queryKey, apply);
}

/** Invalidates a query, also one whose first fetch is still running and may be outdated. */
export function refetchLive(client: QueryClient, queryKey: QueryKey): void {
  // A running mutation refetches when it ends: a response from before would show the old value for a moment.
  if (client.isMutating({ mutationKey: queryKey }) > 0) return;
  const later = client.getQueryCache().findAll({ queryKey, predicate: isToBeAwaited });
  void client.invalidateQueries({ queryKey, predicate: (query) => !later.includes(query) });
  for (const { queryKey: own } of later) {
    afterFetch(client, own, () => {
      void client.invalidateQueries({ queryKey: own, exact: true }, { cancelRefetch: false });
    });
  }
}

/** An invalidation does not restart a first fetch, and cancels the fetch of a next page ("Show more"). */
function isToBeAwaited({ state }: Query): boolean {
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
