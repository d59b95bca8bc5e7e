import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { CommandSettings } from "../command-types";

const SETTINGS = "/api/2/channels/{channel_id}/command-settings";

function settingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.commands(channelId), "settings"],
    queryFn: (): Promise<CommandSettings> => unwrap(api.GET(SETTINGS, { params: { path: { channel_id: channelId } } })),
    // Errors are shown in the bar itself.
    meta: { quiet: true },
  });
}

export function useCommandSettings(channelId: string) {
  return useQuery(settingsQuery(channelId));
}

/** Optimistic save of changed settings: the previous settings are restored when the request fails. */
export function useSaveCommandSettings(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(channelId);
  return useMutation({
    // Requests run one at a time: otherwise an older value could arrive last and win.
    scope: { id: `command-settings-${channelId}` },
    mutationFn: async (change: Partial<CommandSettings>) => {
      // The cache has all earlier changes, even those that are not rendered yet.
      const settings = await client.ensureQueryData(settingsQuery(channelId));
      return unwrap(
        api.PUT(SETTINGS, { params: { path: { channel_id: channelId } }, body: { ...settings, ...change } }),
      );
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (settings) => settings && { ...settings, ...change });
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
