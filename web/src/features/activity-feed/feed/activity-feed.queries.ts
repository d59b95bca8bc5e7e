import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { nextCursor } from "../../../api/pages";
import type { Provider } from "../../../api/platforms";
import { can, useChannel } from "../../../session/channel";
import { applyEntry } from "../../../session/moderation-log";
import { toast } from "../../../ui/toast/toast";
import type { Activity, FeedFilter, FeedPage, FeedPages, FeedSettings, Kind, PlatformKinds } from "./activity-types";
import { hidesAllKinds, requestedKinds, requestedMinimums } from "./feed-filter";
import { acknowledge, acknowledgeUpTo, smallerCount } from "./feed-pages";

const CHANNEL = "/api/2/channels/{channel_id}";
const NO_CURSOR: string | null = null;

export const feedKey = (channelId: string) => ["activity-feed", channelId];
export const listsKey = (channelId: string) => [...feedKey(channelId), "list"];
export const valuesKey = (channelId: string) => [...feedKey(channelId), "values"];

const channelParams = (channelId: string) => ({ path: { channel_id: channelId } });
const activityParams = (channelId: string, activityId: string) => ({
  path: { channel_id: channelId, activity_id: activityId },
});

export function listQuery(channelId: string, filter: FeedFilter) {
  const query = {
    kind: requestedKinds(filter),
    provider: [...filter.providers],
    minimum: requestedMinimums(filter),
  };
  return infiniteQueryOptions({
    queryKey: [...listsKey(channelId), filter],
    queryFn: ({ pageParam, signal }): Promise<FeedPage> =>
      unwrap(
        api.GET(`${CHANNEL}/activities`, {
          params: { ...channelParams(channelId), query: { ...query, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    // The previous rows stay visible while the rows of another filter load.
    placeholderData: keepPreviousData,
  });
}

const NO_FILTER: FeedFilter = { hiddenKinds: [], providers: [], minimums: {} };

interface LoadedFeed {
  rows: Activity[];
  /** Number of activities that are hidden only by their size: "41", "100+"; null for none. */
  smaller: string | null;
}

const loadedFeed = ({ pages }: FeedPages): LoadedFeed => ({
  rows: pages.flatMap(({ records }) => records),
  smaller: smallerCount(pages),
});

/** Activities that the filter shows, newest first; not requested while the filter is null or hides all kinds. */
export function useActivities(channelId: string, filter: FeedFilter | null) {
  return useInfiniteQuery({
    ...listQuery(channelId, filter ?? NO_FILTER),
    enabled: filter !== null && !hidesAllKinds(filter),
    select: loadedFeed,
  });
}

export function settingsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...feedKey(channelId), "settings"],
    queryFn: (): Promise<FeedSettings> =>
      unwrap(api.GET(`${CHANNEL}/activity-settings`, { params: channelParams(channelId) })),
  });
}

export function useFeedSettings(channelId: string) {
  return useQuery(settingsQuery(channelId));
}

const saveKey = (channelId: string) => ["save-activity-settings", channelId];

export function isSavingSettings(client: QueryClient, channelId: string): boolean {
  return client.isMutating({ mutationKey: saveKey(channelId) }) > 0;
}

/** Saves the signed-in user's feed settings; optimistic. */
export function useSaveFeedSettings(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(channelId);
  const mutationKey = saveKey(channelId);
  return useMutation({
    mutationKey,
    // Requests run one at a time: otherwise an older change could replace a newer one.
    scope: { id: mutationKey.join("/") },
    mutationFn: (settings: FeedSettings) =>
      unwrap(api.PUT(`${CHANNEL}/activity-settings`, { params: channelParams(channelId), body: settings })),
    onMutate: async (settings) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, settings);
    },
    onSettled: () => {
      // Refetch only after the last request: an earlier response would undo the queued changes.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}

function changePages(client: QueryClient, channelId: string, change: (pages: FeedPage[]) => FeedPage[]): void {
  client.setQueriesData<FeedPages>({ queryKey: listsKey(channelId) }, (data) => {
    const pages = data && change(data.pages);
    return pages === data?.pages ? data : data && pages && { ...data, pages };
  });
}

interface Acknowledgement {
  activity: Pick<Activity, "id">;
  acknowledged: boolean;
}

/** Marks an activity as seen or new; optimistic, reverted if the request fails. */
export function useAcknowledge(channelId: string) {
  const client = useQueryClient();
  const show = (activityId: string, acknowledged: boolean) =>
    changePages(client, channelId, (pages) => acknowledge(pages, activityId, acknowledged));
  return useMutation({
    scope: { id: `acknowledge/${channelId}` },
    mutationFn: ({ activity, acknowledged }: Acknowledgement) => {
      const params = activityParams(channelId, activity.id);
      const path = `${CHANNEL}/activities/{activity_id}/acknowledged` as const;
      return unwrap(acknowledged ? api.PUT(path, { params }) : api.DELETE(path, { params }));
    },
    onMutate: ({ activity, acknowledged }) => show(activity.id, acknowledged),
    onError: (_error, { activity, acknowledged }) => show(activity.id, !acknowledged),
  });
}

/** Marks an activity and all older activities as seen, including those that are not loaded. */
export function useAcknowledgeAll(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `acknowledge/${channelId}` },
    mutationFn: (upTo: string) =>
      unwrap(
        api.POST(`${CHANNEL}/activities/acknowledge-all`, { params: channelParams(channelId), body: { up_to: upTo } }),
      ),
    onMutate: (upTo) => changePages(client, channelId, (pages) => acknowledgeUpTo(pages, upTo)),
    onError: () => client.invalidateQueries({ queryKey: listsKey(channelId) }),
  });
}

/** Kinds of activities that each platform reports; test events can be sent for these. */
export function usePlatformKinds(channelId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ["activity-kinds", channelId],
    queryFn: async (): Promise<PlatformKinds[]> =>
      (await unwrap(api.GET(`${CHANNEL}/activity-kinds`, { params: channelParams(channelId) }))).records,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface TestEvents {
  provider: Provider;
  kinds: readonly Kind[];
}

/** Sends test events one after another; the feed receives the events over its live topic. */
export function useSendTests(channelId: string) {
  return useMutation({
    mutationFn: async ({ provider, kinds }: TestEvents) => {
      for (const kind of kinds) {
        const body = { provider, kind };
        await unwrap(api.POST(`${CHANNEL}/activities/test`, { params: channelParams(channelId), body }));
      }
    },
  });
}

/** Sends a shoutout for the raider in the chat of the raid. */
export function useShoutOut(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, connection_id: connectionId, viewer_id: viewerId }: Activity) => {
      const path = { channel_id: channelId, provider, channel_provider_id: connectionId ?? "" };
      return unwrap(
        api.POST("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/shoutout", {
          params: { path },
          body: { provider_viewer_id: viewerId },
        }),
      );
    },
    onSuccess: (entry, { viewer_name: name }) => {
      applyEntry(client, channelId, entry);
      toast.success(`Shoutout for ${name}`);
    },
  });
}

/** Whether the channel has an alerts widget; false for a user who may not manage widgets. */
export function useHasAlerts(channelId: string): boolean {
  const isEnabled = can(useChannel(channelId).data, "widgets.manage");
  const widgets = useQuery({
    queryKey: ["activity-alerts", channelId],
    queryFn: async () => (await unwrap(api.GET(`${CHANNEL}/widgets`, { params: channelParams(channelId) }))).records,
    enabled: isEnabled,
  });
  return isEnabled && (widgets.data?.some(({ type }) => type === "alerts") ?? false);
}

/** Shows the alert of an activity again on stream. */
export function useReplay(channelId: string) {
  return useMutation({
    mutationFn: ({ id }: Activity) =>
      unwrap(api.POST(`${CHANNEL}/activities/{activity_id}/replay`, { params: activityParams(channelId, id) })),
    onSuccess: () => toast.success("Alert replayed"),
  });
}
