import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** Changes what is kept under a key at once, and answers how to put it back: for a call that may still fail. */
export async function updateOptimistically<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): Promise<() => void> {
  // An answer that is on its way is older than the change.
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<Data>({ queryKey });
  client.setQueriesData<Data>({ queryKey }, (data) => data && change(data));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

interface OptimisticToggle<Wish> {
  /** What is asked for anew afterwards, and the part of it that shows the switches. */
  queryKey: QueryKey;
  lists: QueryKey;
  send: (wish: Wish) => Promise<unknown>;
  /** Shows it on the screen, and answers how to take that back. */
  show: (wish: Wish) => () => void;
}

/** Switches that hold on the screen at once; a refusal puts one back and says why. */
export function useOptimisticToggle<Wish>({ queryKey, lists, send, show }: OptimisticToggle<Wish>) {
  const client = useQueryClient();
  const mutationKey = [...queryKey, "switch"];
  return useMutation({
    mutationKey,
    // One after the other, or an older change could arrive last and win.
    scope: { id: mutationKey.join("/") },
    mutationFn: send,
    onMutate: async (wish: Wish) => {
      await client.cancelQueries({ queryKey: lists });
      return show(wish);
    },
    onError: (_error, _wish, takeBack) => takeBack?.(),
    onSettled: () => {
      // Asked after the last of them: an answer from in between would show those that follow as they were.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
