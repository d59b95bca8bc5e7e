import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";

const DEFAULT_PREFIX = "!";

/** Prefix of the channel's commands, fetched only if `isNeeded`; "!" until it has loaded. */
export function useCommandPrefix(channelId: string, isNeeded = true): string {
  const { data } = useQuery({
    queryKey: [...keys.channel(channelId), "command-prefix"],
    queryFn: () =>
      unwrap(api.GET("/api/2/channels/{channel_id}/command-settings", { params: { path: { channel_id: channelId } } })),
    select: ({ prefix }) => prefix,
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  return data ?? DEFAULT_PREFIX;
}
