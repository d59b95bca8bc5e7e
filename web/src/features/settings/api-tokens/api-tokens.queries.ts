import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { ApiTokenBody, NewApiToken } from "../../../api/types";

export function useApiTokens() {
  return useQuery({ queryKey: keys.apiTokens, queryFn: () => unwrap(api.GET("/api/2/user/api-tokens")) });
}

/** Creates a token; only this response contains its secret. */
export function useCreateApiToken() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ApiTokenBody): Promise<NewApiToken> => unwrap(api.POST("/api/2/user/api-tokens", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apiTokens }),
    // The dialog shows the error.
    meta: { quiet: true },
    gcTime: 0,
  });
}

export function useRevokeApiToken() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (tokenId: string) =>
      unwrap(api.DELETE("/api/2/user/api-tokens/{token_id}", { params: { path: { token_id: tokenId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.apiTokens }),
  });
}
