import type { ChatEvent } from "../../../api/chat";
import { api, unwrap } from "../../../api/client";
import { publicTopics } from "../../../live/topics";
import type { ChatSource } from "./chat-source";

/** Source of the public chat: the latest lines and live events; `onName` gets the channel's name. */
export function publicSource(channelId: string, onName?: (name: string) => void): ChatSource {
  const path = { channel_id: channelId };
  return {
    hasHistory: false,
    page: async () => {
      const { channel, records } = await unwrap(
        api.GET("/api/2/channels/{channel_id}/public-chat", { params: { path } }),
      );
      onName?.(channel.display_name);
      return { records, cursor: null };
    },
    sent: async () => [],
    listen: (listener) => publicTopics.subscribe<ChatEvent>(`${channelId}:public-chat`, listener),
  };
}
