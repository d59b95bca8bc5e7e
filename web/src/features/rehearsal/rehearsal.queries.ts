import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type RehearsalState = Schemas["RehearsalOut"];
export type EveningAction = Schemas["EveningIn"]["action"];

const BASE = "/api/2/channels/{channel_id}/rehearsal";
// Polled, because scenes start automatically and other users press buttons too.
const REFRESH_MS = 4_000;

export function rehearsalQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.channel(channelId), "rehearsal", "panel"],
    queryFn: (): Promise<RehearsalState> => unwrap(api.GET(BASE, { params: { path: { channel_id: channelId } } })),
    meta: { quiet: true },
  });
}

/** State of the rehearsal, refetched while the panel is open. */
export function useRehearsal(channelId: string) {
  return useQuery({ ...rehearsalQuery(channelId), refetchInterval: REFRESH_MS });
}

export function usePlayMoment(channelId: string) {
  return useSingleMutation({
    mutationFn: (moment: string) =>
      unwrap(api.POST(`${BASE}/moments`, { params: { path: { channel_id: channelId } }, body: { moment } })),
  });
}

export function usePlug(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ provider, on }: { provider: string; on: boolean }) =>
      unwrap(
        api.PUT(`${BASE}/plugs/{provider}`, {
          // A cast, because the server lists only platforms of the API's type.
          params: { path: { channel_id: channelId, provider: provider as "twitch" } },
          body: { on },
        }),
      ),
    onSuccess: (state) => client.setQueryData(rehearsalQuery(channelId).queryKey, state),
  });
}

export function useEvening(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (action: EveningAction) =>
      unwrap(api.POST(`${BASE}/evening`, { params: { path: { channel_id: channelId } }, body: { action } })),
    onSuccess: (state) => client.setQueryData(rehearsalQuery(channelId).queryKey, state),
  });
}
