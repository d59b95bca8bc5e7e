import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";

/** The most that the server returns at once. */
const MAX_MESSAGES = 200;

export function undeliveredKey(channelId: string) {
  return ["tracked-messages", channelId];
}

/** Messages that staff sent since a time, newest first, delivered or not. */
export function undeliveredQuery(channelId: string, since: string) {
  const params = { path: { channel_id: channelId }, query: { since, limit: MAX_MESSAGES } };
  return queryOptions({
    queryKey: undeliveredKey(channelId),
    queryFn: async () => (await unwrap(api.GET("/api/2/channels/{channel_id}/sent-messages", { params }))).records,
    meta: { quiet: true },
  });
}
