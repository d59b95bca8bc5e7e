import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

/** Types of the events after which the file may differ; other events of the same topics do not change the file. */
const CHANGED_TYPES = new Set([
  "activity_values_changed",
  "announcements_changed",
  "commands_changed",
  "filters_changed",
  "game_changed",
  "giveaway_defaults_changed",
  "point_settings_changed",
  "queue_changed",
  "queue_deleted",
  "quotes_changed",
  "song_requests_changed",
  "timers_changed",
  "widgets_changed",
]);

/** Refetches previews and versions after each event that may change the file. */
export function useChannelFileLive(channelId: string): void {
  const shared = { queryKey: keys.channelFile, merge };
  useChannelTopic(channelId, { topic: "activity", ...shared });
  useChannelTopic(channelId, { topic: "announcements", ...shared });
  useChannelTopic(channelId, { topic: "commands", ...shared });
  useChannelTopic(channelId, { topic: "filters", ...shared });
  useChannelTopic(channelId, { topic: "games", ...shared });
  useChannelTopic(channelId, { topic: "giveaways", ...shared });
  useChannelTopic(channelId, { topic: "points", ...shared });
  useChannelTopic(channelId, { topic: "queues", ...shared });
  useChannelTopic(channelId, { topic: "quotes", ...shared });
  useChannelTopic(channelId, { topic: "song-requests", ...shared });
  useChannelTopic(channelId, { topic: "timers", ...shared });
  useChannelTopic(channelId, { topic: "widgets", ...shared });
}

export function merge(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  if (events.some(({ type }) => CHANGED_TYPES.has(type))) refetchLive(client, keys.channelFile(channelId));
}
