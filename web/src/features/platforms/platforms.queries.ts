import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { ChannelProvider, Platform } from "../../api/types";
import { channelProvidersQuery } from "../../session/channel-providers";
import { applyMessage } from "../../session/provider-messages";
import { toast } from "../../ui/toast/toast";

/** Disconnects a platform: optimistic removal, a progress toast, then a refetch. */
export function useDisconnectPlatform(channelId: string, name: string) {
  const client = useQueryClient();
  const { queryKey } = channelProvidersQuery(channelId);
  return useSingleMutation({
    mutationFn: ({ id }: ChannelProvider) => {
      const path = { channel_id: channelId, channel_provider_id: id };
      return unwrap(api.DELETE("/api/2/channels/{channel_id}/providers/{channel_provider_id}", { params: { path } }));
    },
    onMutate: async (data) => {
      const progress = toast.loading(`Disconnecting ${name}`);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (list) => list && applyMessage(list, { action: "deleted", data }));
      return { before, progress };
    },
    onSuccess: (_nothing, _provider, { progress }) => progress.success(`${name} disconnected`),
    onError: (error, _provider, context) => {
      client.setQueryData(queryKey, context?.before);
      context?.progress.error(messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    // The loading toast shows the result.
    meta: { quiet: true },
  });
}

/** Connects a platform by handle; errors are shown below the field. */
export function useRegisterHandle(channelId: string, { provider, name }: Platform) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (handle: string) => {
      const path = { channel_id: channelId };
      return unwrap(
        api.POST("/api/2/channels/{channel_id}/providers", { params: { path }, body: { provider, handle } }),
      );
    },
    onSuccess: () => {
      toast.success(`${name} connected successfully`);
      return client.invalidateQueries({ queryKey: keys.channelProviders(channelId) });
    },
    meta: { quiet: true },
  });
}

/** Requests a check of the platform profile for the code that proves the handle. */
export function useProveHandle(channelId: string, name: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => {
      const path = { channel_id: channelId, channel_provider_id: id };
      return unwrap(
        api.POST("/api/2/channels/{channel_id}/providers/{channel_provider_id}/proof", { params: { path } }),
      );
    },
    onSuccess: () => {
      toast.success(`${name} handle confirmed`);
      return client.invalidateQueries({ queryKey: keys.channelProviders(channelId) });
    },
  });
}

/** Disconnects the channel's own bot; the system bot, if any, takes over. */
export function useDisconnectBot(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: ChannelProvider) => {
      const path = { channel_id: channelId, channel_provider_id: id };
      return unwrap(
        api.DELETE("/api/2/channels/{channel_id}/providers/{channel_provider_id}/bot", { params: { path } }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.channelProviders(channelId) }),
  });
}
