import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";

export type StreamChange = components["schemas"]["StreamChangeIn"];
export type StreamResult = components["schemas"]["StreamChangeOut"];
export type Category = components["schemas"]["CategoryOut"];

/** Sets titles and categories; the response has a result for each connection. */
export function useChangeStreams(channelId: string) {
  return useSingleMutation({
    mutationFn: async (changes: StreamChange[]): Promise<StreamResult[]> => {
      const params = { path: { channel_id: channelId } };
      const { results } = await unwrap(
        api.PUT("/api/2/channels/{channel_id}/stream-info", { params, body: { changes } }),
      );
      return results;
    },
    // The form shows errors beside the fields.
    meta: { quiet: true },
  });
}

/** Categories of one platform that match the query; an empty query requests none. */
export function useCategories(channelId: string, connectionId: string, query: string) {
  const path = { channel_id: channelId, channel_provider_id: connectionId };
  const url = "/api/2/channels/{channel_id}/stream-info/{channel_provider_id}/categories";
  return useQuery(
    queryOptions({
      queryKey: ["stream-categories", channelId, connectionId, query],
      queryFn: query ? () => unwrap(api.GET(url, { params: { path, query: { query } } })) : skipToken,
      staleTime: 300_000,
      retry: false,
    }),
  );
}
