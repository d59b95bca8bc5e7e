import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { toast } from "../../ui/toast/toast";
import type { AccessEndBody, Invite, InviteBody, Member, NewInvite, PresentMember } from "./access-types";

const CHANNEL = "/api/2/channels/{channel_id}";
const MEMBER = `${CHANNEL}/members/{user_id}` as const;

export function useMembers(channelId: string) {
  return useQuery({
    queryKey: [...keys.access(channelId), "members"],
    queryFn: (): Promise<Member[]> =>
      unwrap(api.GET(`${CHANNEL}/members`, { params: { path: { channel_id: channelId } } })),
  });
}

export function usePresent(channelId: string) {
  return useQuery({
    queryKey: [...keys.access(channelId), "presence"],
    queryFn: (): Promise<PresentMember[]> =>
      unwrap(api.GET(`${CHANNEL}/presence`, { params: { path: { channel_id: channelId } } })),
  });
}

export function useInvites(channelId: string) {
  return useQuery({
    queryKey: [...keys.access(channelId), "invites"],
    queryFn: (): Promise<Invite[]> =>
      unwrap(api.GET(`${CHANNEL}/invites`, { params: { path: { channel_id: channelId } } })),
  });
}

type Links = Record<string, string>;

function linksQuery(channelId: string) {
  return queryOptions({
    queryKey: keys.inviteLinks(channelId),
    queryFn: (): Links => ({}),
    initialData: {} as Links,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Id of each invitation made in this tab → its link, which the server returns only once. */
export function useInviteLinks(channelId: string): Links {
  return useQuery(linksQuery(channelId)).data;
}

export function useCreateInvite(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: InviteBody): Promise<NewInvite> =>
      unwrap(api.POST(`${CHANNEL}/invites`, { params: { path: { channel_id: channelId } }, body })),
    onSuccess: ({ id, link }) => {
      client.setQueryData(linksQuery(channelId).queryKey, (known) => ({ ...known, [id]: link }));
      return client.invalidateQueries({ queryKey: keys.access(channelId) });
    },
  });
}

/** Mutation of members or invitations; the lists are refetched after success and after failure. */
function useAccessChange<Variables>(
  channelId: string,
  change: (variables: Variables) => Promise<unknown>,
  done: (variables: Variables) => string,
) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSuccess: (_, variables) => toast.success(done(variables)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.access(channelId) }),
  });
}

export function useRevokeInvite(channelId: string) {
  return useAccessChange(
    channelId,
    (inviteId: string) =>
      unwrap(
        api.DELETE(`${CHANNEL}/invites/{invite_id}`, {
          params: { path: { channel_id: channelId, invite_id: inviteId } },
        }),
      ),
    () => "Invitation revoked",
  );
}

export function useChangeLevel(channelId: string, member: Member) {
  const path = { channel_id: channelId, user_id: member.user_id };
  return useAccessChange(
    channelId,
    (level: number) => unwrap(api.PUT(`${MEMBER}/level`, { params: { path }, body: { level } })),
    () => `Role of ${member.display_name} changed`,
  );
}

export function useSetAccessEnd(channelId: string, member: Member) {
  const path = { channel_id: channelId, user_id: member.user_id };
  return useAccessChange(
    channelId,
    (body: AccessEndBody) => unwrap(api.PUT(`${MEMBER}/access-end`, { params: { path }, body })),
    ({ access_ends: ends }) =>
      ends === "never"
        ? `Access of ${member.display_name} no longer ends`
        : `Access of ${member.display_name} will end`,
  );
}

export function useRemoveMember(channelId: string, member: Member) {
  const path = { channel_id: channelId, user_id: member.user_id };
  return useAccessChange(
    channelId,
    () => unwrap(api.DELETE(MEMBER, { params: { path } })),
    () => `${member.display_name} removed`,
  );
}

export function useTransferOwnership(channelId: string, member: Member) {
  return useAccessChange(
    channelId,
    () =>
      unwrap(
        api.POST(`${CHANNEL}/ownership`, {
          params: { path: { channel_id: channelId } },
          body: { user_id: member.user_id },
        }),
      ),
    () => `${member.display_name} is now Owner, and you are Admin`,
  );
}
