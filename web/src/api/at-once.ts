import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Changes what is kept under a key at once, and answers how to put it back: for a call that may still fail. */
export async function changeAtOnce<Data>(
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
