import { useQuery } from "@tanstack/react-query";
import type { LineRef } from "../../api/chat";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";

export type ConsideredRule = components["schemas"]["ConsideredRule"];

export function useWhy(channelId: string, { connection_id, message_id }: LineRef) {
  const path = { channel_id: channelId, connection_id, message_id };
  return useQuery({
    queryKey: [...keys.why(channelId), connection_id, message_id],
    queryFn: () =>
      unwrap(
        api.GET("/api/2/channels/{channel_id}/chat-messages/{connection_id}/{message_id}/why", { params: { path } }),
      ),
    // Not cached, because filters and commands may change.
    staleTime: 0,
    gcTime: 0,
  });
}
