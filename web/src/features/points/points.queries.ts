import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible, messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import type { components } from "../../api/schema";
import { saveFile } from "../../lib/save-file";
import { holderPath, type PointHolder, type PointSettings, pointSettingsQuery } from "../../session/points/points";
import { toast } from "../../ui/toast/toast";

type Schemas = components["schemas"];
export type Standing = Schemas["StandingOut"];
export type RankedPeriod = "all" | "month" | "stream";
export type LeaderboardPeriod = Schemas["LeaderboardPeriod"];
export type EarnedToday = Required<Schemas["EarnedToday"]>;
export type Entry = Schemas["PointEntryOut"];

const POINTS = "/api/2/channels/{channel_id}/points";
const ENTRIES = "/api/2/channels/{channel_id}/points/viewers/{provider}/{provider_viewer_id}/entries";
const NO_CURSOR: string | null = null;

export function leaderboardQuery(channelId: string, period: RankedPeriod, q: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.points(channelId), "leaderboard", period, q],
    queryFn: ({ pageParam, signal }): Promise<Schemas["LeaderboardPage"]> => {
      const params = { path: { channel_id: channelId }, query: { period, q, cursor: pageParam, limit: 20 } };
      return unwrap(api.GET(`${POINTS}/leaderboard`, { params, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    // No placeholder from another period: its points would look like points of this period.
    placeholderData: (data, query) => (query?.queryKey[3] === period ? data : undefined),
  });
}

/** Points that all viewers together earned since midnight in the channel's time zone, by reason. */
export function earnedTodayQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.points(channelId), "today"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(`${POINTS}/today`, { params: { path: { channel_id: channelId } }, signal }),
      ) as Promise<EarnedToday>,
    // No toast on an error: only the column “Today” stays empty.
    meta: { quiet: true },
  });
}

export function entriesQuery(holder: PointHolder) {
  return infiniteQueryOptions({
    queryKey: [...keys.points(holder.channelId), "entries", holder.provider, holder.viewerId],
    queryFn: ({ pageParam, signal }): Promise<Schemas["PointEntriesPage"]> =>
      unwrap(api.GET(ENTRIES, { params: { path: holderPath(holder), query: { cursor: pageParam } }, signal })),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    meta: { quiet: isInaccessible },
  });
}

/** Saves settings optimistically. A change made during a save is sent afterwards, together with the earlier change. */
export function useSaveSettings(channelId: string) {
  const client = useQueryClient();
  const query = pointSettingsQuery(channelId);
  const { queryKey } = query;
  return useMutation({
    mutationKey: queryKey,
    // Requests run one at a time: otherwise an older change could arrive last and win.
    scope: { id: `point-settings-${channelId}` },
    mutationFn: async (change: Partial<PointSettings>) => {
      const body = { ...(await client.ensureQueryData(query)), ...change };
      return unwrap(api.PUT(`${POINTS}/settings`, { params: { path: { channel_id: channelId } }, body }));
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (settings) => settings && { ...settings, ...change });
    },
    onSettled: () => {
      // Only after the last request: an earlier response would undo the changes that are still queued.
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey });
    },
    // Errors are shown below the fields.
    meta: { quiet: true },
  });
}

export function useUndoEntry(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (entryId: number) => {
      const path = { channel_id: channelId, entry_id: entryId };
      return unwrap(api.POST(`${POINTS}/entries/{entry_id}/undo`, { params: { path } }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.points(channelId) }),
  });
}

/** Downloads all balances as a CSV file, by a request with the access token, which a link cannot send. */
export function usePointsFile(channelId: string) {
  return useSingleMutation({
    mutationFn: async () => {
      try {
        const params = { path: { channel_id: channelId } };
        const content = await unwrap<unknown>(api.GET(`${POINTS}/csv`, { params, parseAs: "blob" }));
        if (content instanceof Blob) saveFile(content, "points.csv");
      } catch (error) {
        toast.error(messageOf(error));
      }
    },
  });
}
