import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { Watch } from "../../api/types";
import { findAccount } from "./watch-path";

/** All streams of the channel with this account; `name` is the name or id of the account. */
export function useWatch(provider: string, name: string): UseQueryResult<Watch> {
  const client = useQueryClient();
  const cached = cachedWatch(client, provider, name);
  return useQuery({
    queryKey: [...keys.watch, provider, name],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/2/watch/{provider}/{name}", { params: { path: { provider, name } }, signal })),
    // The page shows the error itself.
    meta: { quiet: true },
    ...(cached && { initialData: cached.watch, initialDataUpdatedAt: cached.at }),
  });
}

/** Data of the watch page on the screen, if its channel has this account too; shown until the response arrives. */
function cachedWatch(client: QueryClient, provider: string, name: string): { watch: Watch; at: number } | undefined {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keys.watch, type: "active" })) {
    const watch = client.getQueryData<Watch>(queryKey);
    if (watch && findAccount(watch.streams, provider, name)) return { watch, at: state.dataUpdatedAt };
  }
  return undefined;
}
