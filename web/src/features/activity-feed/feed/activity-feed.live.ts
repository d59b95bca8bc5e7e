import type { QueryClient } from "@tanstack/react-query";
import { applyLiveUpdate } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { currentUserQuery } from "../../../session/current-user";
import { feedKey, isSavingSettings, listsKey, settingsQuery, valuesKey } from "./activity-feed.queries";
import type { ActivityEvent, FeedFilter, FeedPages } from "./activity-types";
import { applyEvents } from "./feed-pages";

/** Keeps the feed and the user's settings up to date. */
export function useActivityLive(channelId: string): void {
  useChannelTopic<ActivityEvent>(channelId, { topic: "activity", queryKey: feedKey, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly ActivityEvent[]): void {
  const userId = client.getQueryData(currentUserQuery.queryKey)?.id;
  applyLiveUpdate(client, listsKey(channelId), () => mergeLists(client, channelId, events, userId));
  const values = events.findLast((event) => event.type === "activity_values_changed");
  if (values?.type === "activity_values_changed") client.setQueryData(valuesKey(channelId), values.values);
  const saved = events.findLast((event) => event.type === "activity_settings_changed" && event.user_id === userId);
  // An earlier change must not undo one that is being saved.
  if (saved?.type !== "activity_settings_changed" || isSavingSettings(client, channelId)) return;
  client.setQueryData(settingsQuery(channelId).queryKey, saved.settings);
}

/** Updates the cached lists of all filters: a list that is shown again within seconds is not fetched again. */
function mergeLists(
  client: QueryClient,
  channelId: string,
  events: readonly ActivityEvent[],
  userId: string | undefined,
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: listsKey(channelId) })) {
    // Every key below `listsKey` was made by `listQuery`, which puts the filter at its end.
    const filter = queryKey.at(-1) as FeedFilter;
    client.setQueryData<FeedPages>(queryKey, (data) => data && applyEvents(data, events, filter, userId));
  }
}
