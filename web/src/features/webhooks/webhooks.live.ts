import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { WebhooksChanged } from "./webhook-types";

// The server announces each delivery, and a raid can cause hundreds of them.
const REFETCH_MS = 1_000;

/** Refetches the webhooks and the shown deliveries when any of them change, at most once a second. */
export function useWebhooksLive(channelId: string): void {
  useChannelTopic<WebhooksChanged>(channelId, { topic: "webhooks", queryKey: keys.webhooks, merge });
}

/** Channel refetched within the last second → whether a change has arrived since. */
const recentRefetches = new Map<string, boolean>();

export function merge(client: QueryClient, channelId: string): void {
  if (recentRefetches.has(channelId)) {
    recentRefetches.set(channelId, true);
    return;
  }
  recentRefetches.set(channelId, false);
  refetchLive(client, keys.webhooks(channelId));
  setTimeout(() => {
    const hasChanged = recentRefetches.get(channelId);
    recentRefetches.delete(channelId);
    if (hasChanged) merge(client, channelId);
  }, REFETCH_MS);
}
