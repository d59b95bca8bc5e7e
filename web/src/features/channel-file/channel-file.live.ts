import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

const CHANGED = /_changed$/;

/** Refetches previews and versions when commands, timers, quotes, filters or widgets change. */
export function useChannelFileLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "commands", queryKey: keys.channelFile, merge });
  useChannelTopic(channelId, { topic: "timers", queryKey: keys.channelFile, merge });
  useChannelTopic(channelId, { topic: "quotes", queryKey: keys.channelFile, merge });
  useChannelTopic(channelId, { topic: "filters", queryKey: keys.channelFile, merge });
  useChannelTopic(channelId, { topic: "widgets", queryKey: keys.channelFile, merge: mergeWidgets });
}

/** Connected sources and waiting alerts are not part of the file. */
function mergeWidgets(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  merge(
    client,
    channelId,
    events.filter(({ type }) => type === "widgets_changed"),
  );
}

function merge(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  if (events.some(({ type }) => CHANGED.test(type))) refetchLive(client, keys.channelFile(channelId));
}
