import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Puts news into what is kept, and once more when an answer is in that was on its way: it may be older than they are.
 * Asking again instead would never come to an end where news come faster than answers.
 */
export function applyLiveUpdate(client: QueryClient, queryKey: QueryKey, put: () => void): void {
  put();
  if (client.isFetching({ queryKey }) > 0) onceAnswered(client, queryKey, put);
}

/** Asks again for what is kept, also where the first answer is still on its way and may be older than what is told. */
export function refetchLive(client: QueryClient, queryKey: QueryKey): void {
  // What is being switched is asked for when that is through: an answer from before would switch it back for a moment.
  if (client.isMutating({ mutationKey: queryKey }) > 0) return;
  // The library asks again at once for what it has, and takes whatever comes for what it does not have yet.
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  void client.invalidateQueries({ queryKey });
  for (const { queryKey: own } of first) {
    onceAnswered(client, own, () => {
      void client.invalidateQueries({ queryKey: own, exact: true }, { cancelRefetch: false });
    });
  }
}

function onceAnswered(client: QueryClient, queryKey: QueryKey, act: () => void): void {
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching({ queryKey }) > 0) return;
    stop();
    act();
  });
}
