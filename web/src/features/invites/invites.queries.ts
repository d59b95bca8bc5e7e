import { queryOptions, skipToken, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Channel, Invitation } from "../../api/types";
import { clearInviteToken } from "../../lib/auth/invite-token";

function params(inviteId: string, token: string) {
  return { path: { invite_id: inviteId }, header: { "X-Invite-Token": token } };
}

/** Query of an invitation as its recipient sees it; disabled without a token. */
export function inviteQuery(inviteId: string, token: string | null) {
  return queryOptions({
    queryKey: keys.invite(inviteId),
    queryFn:
      token === null
        ? skipToken
        : (): Promise<Invitation> =>
            unwrap(api.GET("/api/2/channel-invites/{invite_id}", { params: params(inviteId, token) })),
  });
}

export function useAcceptInvite(inviteId: string, token: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (): Promise<Channel> =>
      unwrap(api.POST("/api/2/channel-invites/{invite_id}/accept", { params: params(inviteId, token) })),
    onSuccess: () => {
      clearInviteToken(inviteId);
      return client.invalidateQueries({ queryKey: keys.channels });
    },
  });
}
