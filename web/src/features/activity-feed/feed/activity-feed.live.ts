import type { QueryClient } from "@tanstack/react-query";
import { applyLiveUpdate } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { currentUserQuery } from "../../../session/current-user";
import { feedKey, isSavingSettings, listsKey, settingsQuery, valuesKey } from "./activity-feed.queries";
import type { ActivityEvent, FeedFilter, FeedPages } from "./activity-types";
import { applyEvents } from "./feed-pages";

/** Applies live events to the cached activities, feed settings and values. */
export function useActivityLive(channelId: string): void {
  useChannelTopic<ActivityEvent>(channelId, { topic: "activity", queryKey: feedKey, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly ActivityEvent[]): void {
  const userId = client.getQueryData(currentUserQuery.queryKey)?.id;
  applyLiveUpdate(client, listsKey(channelId), () => mergeLists(client, channelId, events, userId));
  const values = events.findLast((event) => event.type === "activity_values_changed");
  if (values?.type === "activity_values_changed") client.setQueryData(valuesKey(channelId), values.values);
  const saved = events.findLast((event) => event.type === "activity_settings_changed" && event.user_id === userId);
  // The event of an earlier change must not undo a change that is being saved.
  if (saved?.type !== "activity_settings_changed" || isSavingSettings(client, channelId)) return;
  client.setQueryData(settingsQuery(channelId).queryKey, saved.settings);
}

/** Applies the events to the cached lists of all filters. */
function mergeLists(
  client: QueryClient,
  channelId: string,
  events: readonly ActivityEvent[],
  userId: string | undefined,
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: listsKey(channelId) })) {
    // `listQuery` builds every key below `listsKey`, and puts the filter last.
    const filter = queryKey.at(-1) as FeedFilter;
    client.setQueryData<FeedPages>(queryKey, (data) => data && applyEvents(data, events, filter, userId));
  }
}
