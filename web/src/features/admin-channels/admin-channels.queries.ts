import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Page } from "../../api/pages";
import type { AdminChannel } from "../../api/types";
import type { TablePageQuery } from "../../ui/table/searched-table-page";
import { toast } from "../../ui/toast/toast";

export function useAdminChannels(filter: TablePageQuery): UseQueryResult<Page<AdminChannel>> {
  const { name, perPage, cursor } = filter;
  const query = { per_page: perPage, ...(name ? { name } : {}), ...(cursor ? { cursor } : {}) };
  return useQuery({
    queryKey: [...keys.adminChannels, query],
    queryFn: () => unwrap(api.GET("/api/2/admin/channels", { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

export function useDeleteChannel() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, display_name }: AdminChannel) => {
      const params = { path: { channel_id: id }, query: { display_name } };
      return unwrap(api.DELETE("/api/2/admin/channels/{channel_id}", { params }));
    },
    onSuccess: (_nothing, { display_name }) => {
      toast.success(`${display_name} deleted`);
      return client.invalidateQueries({ queryKey: keys.adminChannels });
    },
  });
}

export function useSuspendChannel() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ channel, reason }: { channel: AdminChannel; reason: string }) => {
      const params = { path: { channel_id: channel.id } };
      return unwrap(api.PUT("/api/2/admin/channels/{channel_id}/suspension", { params, body: { reason } }));
    },
    onSuccess: (_nothing, { channel }) => {
      toast.success(`${channel.display_name} suspended`);
      return client.invalidateQueries({ queryKey: keys.adminChannels });
    },
  });
}

export function useLiftChannelSuspension() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: AdminChannel) => {
      const params = { path: { channel_id: id } };
      return unwrap(api.DELETE("/api/2/admin/channels/{channel_id}/suspension", { params }));
    },
    onSuccess: (_nothing, { display_name }) => {
      toast.success(`${display_name} is no longer suspended`);
      return client.invalidateQueries({ queryKey: keys.adminChannels });
    },
  });
}
