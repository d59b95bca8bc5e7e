import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";

export type ChatSettings = components["schemas"]["ChatSettings"];

export const chatSettingsQuery = (channelId: string) =>
  queryOptions({
    // Below the key of the channel, so that a live message about the channel makes the settings stale too.
    queryKey: [...keys.channel(channelId), "chat-settings"],
    queryFn: (): Promise<ChatSettings> =>
      unwrap(api.GET("/api/2/channels/{channel_id}/chat-settings", { params: { path: { channel_id: channelId } } })),
  });

export function useChatSettings(channelId: string) {
  return useQuery(chatSettingsQuery(channelId));
}
