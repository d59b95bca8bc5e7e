import type { QueryClient } from "@tanstack/react-query";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import { logKey } from "./audit-log.queries";

/** Refetches the log, and an open undo preview, when an entry is added. */
export function useAuditLogLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "audit-log", queryKey: logKey, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, logKey(channelId));
}
