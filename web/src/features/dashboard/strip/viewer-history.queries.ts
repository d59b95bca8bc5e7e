import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";

/** Viewers in each of the last 30 minutes, by the id of the connection. */
type ViewerHistory = Readonly<Record<string, readonly (number | null)[]>>;

// The server stores one number a minute.
const REFETCH_MS = 60_000;

export function useViewerHistory(channelId: string): ViewerHistory | undefined {
  return useQuery(
    queryOptions({
      queryKey: ["viewer-history", channelId],
      queryFn: async (): Promise<ViewerHistory> => {
        const params = { path: { channel_id: channelId } };
        const { records } = await unwrap(api.GET("/api/2/channels/{channel_id}/stream-info/viewers", { params }));
        return Object.fromEntries(records.map((one) => [one.channel_provider_id, one.viewers]));
      },
      refetchInterval: REFETCH_MS,
      meta: { quiet: true },
    }),
  ).data;
}
