import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

const CHANGED_TYPE = /_changed$/;

/** Refetches previews and versions when commands, timers, quotes, filters or widgets change. */
export function useChannelFileLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "commands", queryKey: keys.channelFile, merge: refetchIfChanged });
  useChannelTopic(channelId, { topic: "timers", queryKey: keys.channelFile, merge: refetchIfChanged });
  useChannelTopic(channelId, { topic: "quotes", queryKey: keys.channelFile, merge: refetchIfChanged });
  useChannelTopic(channelId, { topic: "filters", queryKey: keys.channelFile, merge: refetchIfChanged });
  useChannelTopic(channelId, { topic: "widgets", queryKey: keys.channelFile, merge: refetchIfWidgetsChanged });
}

/** Ignores events about connected sources and queued alerts, which are not part of the file. */
function refetchIfWidgetsChanged(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  refetchIfChanged(
    client,
    channelId,
    events.filter(({ type }) => type === "widgets_changed"),
  );
}

function refetchIfChanged(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  if (events.some(({ type }) => CHANGED_TYPE.test(type))) refetchLive(client, keys.channelFile(channelId));
}
