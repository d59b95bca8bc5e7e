import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";
import { toast } from "../../../ui/toast/toast";
import { valuesKey } from "../feed/activity-feed.queries";

export type Values = components["schemas"]["ValuesOut"];

const PATH = "/api/2/channels/{channel_id}/activity-values";

const paramsOf = (channelId: string) => ({ path: { channel_id: channelId } });

export function valuesQuery(channelId: string) {
  return queryOptions({
    queryKey: valuesKey(channelId),
    queryFn: (): Promise<Values> => unwrap(api.GET(PATH, { params: paramsOf(channelId) })),
  });
}

export function useValues(channelId: string) {
  return useQuery(valuesQuery(channelId));
}

/** Replaces the saved values; the caller passes those that differ from the defaults. */
export function useSaveValues(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: Record<string, number>) =>
      unwrap(api.PUT(PATH, { params: paramsOf(channelId), body: { values } })),
    onSuccess: (saved) => {
      client.setQueryData(valuesQuery(channelId).queryKey, saved);
      toast.success("Values saved");
    },
  });
}
