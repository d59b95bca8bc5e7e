import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopics } from "../../live/use-channel-topic";
import { ALL_SUBJECTS } from "../../session/access/subjects";

/** Live topics, each with the messages after which the file may differ; other messages do not change the file. */
const CHANGES: readonly (readonly [topic: string, types: readonly string[]])[] = [
  ...ALL_SUBJECTS.flatMap(({ changes }) => Object.entries(changes)),
  ["activity", ["activity_values_changed"]],
  ["announcements", ["announcements_changed"]],
  ["song-requests", ["song_requests_changed"]],
];
const TOPICS = CHANGES.map(([topic]) => topic);
const CHANGED_TYPES = new Set(CHANGES.flatMap(([, types]) => types));

/** Refetches previews and versions after each event that may change the file. */
export function useChannelFileLive(channelId: string): void {
  useChannelTopics(channelId, TOPICS, { queryKey: keys.channelFile, merge });
}

export function merge(client: QueryClient, channelId: string, events: readonly { type: string }[]): void {
  if (events.some(({ type }) => CHANGED_TYPES.has(type))) refetchLive(client, keys.channelFile(channelId));
}
