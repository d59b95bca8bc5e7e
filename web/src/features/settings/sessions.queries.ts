import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { claimRedirect, releaseRedirect } from "../../lib/auth/sign-in-redirect";
import { clearToken } from "../../lib/auth/token";

export function useSessions() {
  return useQuery({
    queryKey: keys.userSessions,
    queryFn: () => unwrap(api.GET("/api/2/user/sessions")),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (sessionId: string) =>
      unwrap(api.DELETE("/api/2/user/sessions/{session_id}", { params: { path: { session_id: sessionId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.userSessions }),
  });
}

/** Ends every session, this one included, and goes to sign-in. */
export function useSignOutEverywhere() {
  return useSingleMutation({
    mutationFn: async () => {
      claimRedirect();
      await unwrap(api.DELETE("/api/2/user/sessions"));
      clearToken();
      window.location.assign("/sign-in");
    },
    onError: releaseRedirect,
  });
}
