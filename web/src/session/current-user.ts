import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";
import type { User } from "../api/types";
import { isPublicPath } from "../lib/auth/public-paths";
import { getToken } from "../lib/auth/token";

export const currentUserQuery = queryOptions({
  queryKey: keys.user,
  queryFn: (): Promise<User> => unwrap(api.GET("/api/2/user")),
  staleTime: 60_000,
});

/** Whether the page fetches the user: a public page without a token does not. */
export function mayLookUpUser(pathname: string, token: string | null): boolean {
  return token !== null || !isPublicPath(pathname);
}

/** The signed-in user; without a session every page but the public ones redirects to sign-in. */
export function useCurrentUser(): UseQueryResult<User> {
  return useQuery({ ...currentUserQuery, enabled: mayLookUpUser(window.location.pathname, getToken()) });
}
