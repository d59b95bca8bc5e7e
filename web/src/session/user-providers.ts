import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";

export const userProvidersQuery = queryOptions({
  queryKey: keys.userProviders,
  queryFn: () => unwrap(api.GET("/api/2/user/providers")),
});

/** The platform accounts of the signed-in user. */
export function useUserProviders() {
  return useQuery(userProvidersQuery);
}
