import type { ChatEvent } from "../../../api/chat";
import { api, unwrap } from "../../../api/client";
import { justAfter } from "../../../lib/time/microseconds";
import { topics } from "../../../live/topics";
import type { ChatSource } from "./chat-source";

const LINES_PER_PAGE = 200;

interface Options {
  /** Whether the user may see the messages that staff sent from Greenroom. */
  seesSent: boolean;
}

/** Source of the chat for the channel's staff, with older pages. */
export function staffSource(channelId: string, { seesSent }: Options): ChatSource {
  const path = { channel_id: channelId };
  const between = (since: string | null, until: string | null) => ({
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until: justAfter(until) }),
  });
  return {
    hasHistory: true,
    page: ({ until = null, cursor }) => {
      const query = { limit: LINES_PER_PAGE, ...between(null, until), ...(cursor === undefined ? {} : { cursor }) };
      return unwrap(api.GET("/api/2/channels/{channel_id}/chat-messages", { params: { path, query } }));
    },
    sent: async (since, until) => {
      if (!seesSent) return [];
      const query = { limit: LINES_PER_PAGE, ...between(since, until) };
      return (await unwrap(api.GET("/api/2/channels/{channel_id}/sent-messages", { params: { path, query } }))).records;
    },
    listen: (listener) => topics.subscribe<ChatEvent>(`${channelId}:chat`, listener),
  };
}
