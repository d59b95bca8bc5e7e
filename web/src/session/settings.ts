import {
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";

export type UserSettings = Record<string, unknown>;

const SAVE = ["save-user-settings"];

export const settingsQuery = queryOptions({
  queryKey: keys.userSettings,
  queryFn: async ({ client }): Promise<UserSettings> => {
    const stored = await unwrap(api.GET("/api/2/user/settings"));
    // The response may be older than a change that is being saved, and must not undo it on screen.
    const saves = client.getMutationCache().findAll({ mutationKey: SAVE, status: "pending" });
    return saves.map(({ state }) => state.variables as UserSettings).reduce(mergeSettings, stored);
  },
  staleTime: 60_000,
});

export function useSettings(): UseQueryResult<UserSettings> {
  return useQuery(settingsQuery);
}

/** Merges a partial update as the server does: null removes a key. */
export function mergeSettings(settings: UserSettings, change: UserSettings): UserSettings {
  const merged = { ...settings, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Saves a partial update of the settings, optimistically. */
export function useSaveSettings(): UseMutationResult<UserSettings, Error, UserSettings, UserSettings | undefined> {
  const client = useQueryClient();
  const isLast = () => client.isMutating({ mutationKey: SAVE }) === 1;
  return useMutation({
    mutationKey: SAVE,
    // Requests run one at a time: otherwise an older change could arrive last and win.
    scope: { id: "user-settings" },
    mutationFn: (change) => unwrap(api.PUT("/api/2/user/settings", { body: change })),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: keys.userSettings });
      const before = client.getQueryData(settingsQuery.queryKey);
      client.setQueryData(settingsQuery.queryKey, mergeSettings(before ?? {}, change));
      return before;
    },
    // A response lacks the changes that are still queued, so only the last response is applied.
    onSuccess: (settings) => {
      if (isLast()) client.setQueryData(settingsQuery.queryKey, settings);
    },
    onError: (_error, _change, before) => {
      client.setQueryData(settingsQuery.queryKey, before);
      return client.invalidateQueries({ queryKey: keys.userSettings });
    },
  });
}
