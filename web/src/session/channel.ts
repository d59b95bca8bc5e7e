import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "../api/client";
import { isInaccessible } from "../api/errors";
import { keys } from "../api/keys";
import type { Channel } from "../api/types";

export function channelQuery(channelId: string) {
  return queryOptions({
    queryKey: keys.channel(channelId),
    queryFn: (): Promise<Channel> =>
      unwrap(api.GET("/api/2/channels/{channel_id}", { params: { path: { channel_id: channelId } } })),
    meta: { quiet: isInaccessible },
  });
}

export function useChannel(channelId: string): UseQueryResult<Channel> {
  return useQuery(channelQuery(channelId));
}

/** Fetches a channel into the cache early, while the signed-in user is still being fetched. */
export function usePrefetchedChannel(channelId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (channelId !== undefined) void client.prefetchQuery(channelQuery(channelId));
  }, [client, channelId]);
}

/** The first screen of a channel: the dashboard, or the chat for staff who only moderate. */
export function landingPath(channel: Pick<Channel, "id" | "permissions">): string {
  const dashboard = `/channels/${channel.id}`;
  return can(channel, "commands.manage") ? dashboard : `${dashboard}/chat`;
}

/** Whether the signed-in user has a permission in the channel; the server checks it again. */
export function can(
  channel: Pick<Channel, "permissions"> | undefined,
  permission: Channel["permissions"][number],
): boolean {
  return channel?.permissions.includes(permission) ?? false;
}
