import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { CommandSettings } from "../command-types";

const SETTINGS = "/api/2/channels/{channel_id}/command-settings";

function settingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.commands(channelId), "settings"],
    queryFn: (): Promise<CommandSettings> => unwrap(api.GET(SETTINGS, { params: { path: { channel_id: channelId } } })),
    // Said where it was asked for.
    meta: { quiet: true },
  });
}

export function useCommandSettings(channelId: string) {
  return useQuery(settingsQuery(channelId));
}

/** Holds on the screen at once; a refusal says why, and what holds is asked for again. */
export function useSaveCommandSettings(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(channelId);
  return useMutation({
    // One after the other, or an older choice could arrive last and win.
    scope: { id: `command-settings-${channelId}` },
    mutationFn: (wanted: CommandSettings) =>
      unwrap(api.PUT(SETTINGS, { params: { path: { channel_id: channelId } }, body: wanted })),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, wanted);
      return before;
    },
    onError: (_error, _wanted, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
