import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { ApiError } from "../api/errors";
import { keys } from "../api/keys";
import type { Channel } from "../api/types";

export function channelQuery(channelId: string) {
  return queryOptions({
    queryKey: keys.channel(channelId),
    queryFn: (): Promise<Channel> =>
      unwrap(api.GET("/api/2/channels/{channel_id}", { params: { path: { channel_id: channelId } } })),
    meta: { quiet: isGone },
  });
}

export function useChannel(channelId: string): UseQueryResult<Channel> {
  return useQuery(channelQuery(channelId));
}

// An id that is none at all (422) is as unknown as one that was deleted.
const GONE = [403, 404, 422];

/** Whether the channel is closed to this person for good: deleted, never there, or access was taken away. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.includes(error.status);
}

/** Whether this person may do something here; the server checks again. */
export function can(
  channel: Pick<Channel, "permissions"> | undefined,
  permission: Channel["permissions"][number],
): boolean {
  return channel?.permissions.includes(permission) ?? false;
}
