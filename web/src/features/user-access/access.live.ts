import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";

/** Refetches members and invitations when either changes; for users who manage access. */
export function useMembersLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "members", queryKey: keys.access, merge });
}

/** Refetches who is online, with the members and invitations, when a member connects or disconnects. */
export function usePresenceLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "presence", queryKey: keys.access, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, keys.access(channelId));
}
