import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { WebhooksChanged } from "./webhook-types";

// Each delivery is announced, and a raid brings hundreds.
const REFETCH_MS = 1_000;

/** Refetches the webhooks and the deliveries on the screen when some change, at most once a second. */
export function useWebhooksLive(channelId: string): void {
  useChannelTopic<WebhooksChanged>(channelId, { topic: "webhooks", queryKey: keys.webhooks, merge });
}

/** Channels that were just fetched, and whether something has changed since. */
const recent = new Map<string, boolean>();

export function merge(client: QueryClient, channelId: string): void {
  if (recent.has(channelId)) {
    recent.set(channelId, true);
    return;
  }
  recent.set(channelId, false);
  refetchLive(client, keys.webhooks(channelId));
  setTimeout(() => {
    const hasChanged = recent.get(channelId);
    recent.delete(channelId);
    if (hasChanged) merge(client, channelId);
  }, REFETCH_MS);
}
