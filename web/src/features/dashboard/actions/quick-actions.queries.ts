import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";
import type { ChannelProvider } from "../../../api/types";

export type ChatModes = components["schemas"]["ChatModesOut"];
type ModeChange = components["schemas"]["ChatModesIn"];

const CHAT_PATH = "/api/2/channels/{channel_id}/{provider}/{channel_provider_id}";

const paramsOf = (channelId: string, { provider, id }: ChannelProvider) => ({
  params: { path: { channel_id: channelId, provider, channel_provider_id: id } },
});

/** Prefix of the query keys of the chat modes of all the channel's connections. */
export const chatModesKey = (channelId: string) => ["chat-modes", channelId];

const modesQuery = (channelId: string, provider: ChannelProvider) =>
  queryOptions({
    queryKey: [...chatModesKey(channelId), provider.id],
    queryFn: (): Promise<ChatModes> => unwrap(api.GET(`${CHAT_PATH}/chat-modes`, paramsOf(channelId, provider))),
    meta: { quiet: true },
    // Polled, because moderators may change modes on the platform.
    refetchInterval: 60_000,
  });

export function useChatModes(channelId: string, provider: ChannelProvider) {
  return useQuery(modesQuery(channelId, provider));
}

export function useChangeModes(channelId: string, provider: ChannelProvider) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ModeChange) =>
      unwrap(api.PATCH(`${CHAT_PATH}/chat-modes`, { ...paramsOf(channelId, provider), body })),
    onSuccess: (modes) => client.setQueryData(modesQuery(channelId, provider).queryKey, modes),
  });
}

export function useClearChat(channelId: string, provider: ChannelProvider) {
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${CHAT_PATH}/clear-chat`, paramsOf(channelId, provider))),
  });
}

/** Ends the alert on screen in every widget of the channel. */
export function useSkipAlerts(channelId: string) {
  return useSingleMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/2/channels/{channel_id}/alerts/skip", { params: { path: { channel_id: channelId } } })),
  });
}

export function useShoutOut(channelId: string, provider: ChannelProvider) {
  return useSingleMutation({
    mutationFn: (name: string) =>
      unwrap(api.POST(`${CHAT_PATH}/shoutout`, { ...paramsOf(channelId, provider), body: { channel_name: name } })),
  });
}

const STREAM_PATH = "/api/2/channels/{channel_id}/stream-info/{channel_provider_id}";
const streamParams = (channelId: string, { id }: ChannelProvider) => ({
  params: { path: { channel_id: channelId, channel_provider_id: id } },
});

export function useCreateMarker(channelId: string, provider: ChannelProvider) {
  return useSingleMutation({
    mutationFn: () =>
      unwrap(api.POST(`${STREAM_PATH}/markers`, { ...streamParams(channelId, provider), body: { description: "" } })),
  });
}

export function useCreateClip(channelId: string, provider: ChannelProvider) {
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${STREAM_PATH}/clips`, streamParams(channelId, provider))),
  });
}
