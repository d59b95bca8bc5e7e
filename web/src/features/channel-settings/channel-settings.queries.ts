import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { components } from "../../api/schema";
import { saveFile } from "../../lib/save-file";
import { chatSettingsQuery } from "../../session/chat-settings";

type Schemas = components["schemas"];
export type ChannelSettings = Schemas["ChannelSettings"];
export type CommandSettings = Schemas["CommandSettingsOut"];
type ChatSettings = Schemas["ChatSettings"];

export interface GeneralSettings {
  channel: ChannelSettings;
  chat: ChatSettings;
  commands: CommandSettings;
}

export interface ViewerKey {
  provider: string;
  provider_viewer_id: string;
}

const SETTINGS = "/api/2/channels/{channel_id}/settings";
const COMMANDS = "/api/2/channels/{channel_id}/command-settings";
const CHAT = "/api/2/channels/{channel_id}/chat-settings";
const DATA = "/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}/data";
const DELETION = "/api/2/channels/{channel_id}/deletion";
const DELETIONS_KEY = ["channel-deletions"];

// Below the key of the channel, so that a live message about the channel makes the settings stale too.
const settingsKey = (channelId: string) => [...keys.channel(channelId), "settings"];

/** All settings of the general page, from three requests. */
export function useGeneralSettings(channelId: string) {
  const params = { path: { channel_id: channelId } };
  return useQuery({
    queryKey: settingsKey(channelId),
    queryFn: async (): Promise<GeneralSettings> => {
      const [channel, chat, commands] = await Promise.all([
        unwrap(api.GET(SETTINGS, { params })),
        unwrap(api.GET(CHAT, { params })),
        unwrap(api.GET(COMMANDS, { params })),
      ]);
      return { channel, chat, commands };
    },
  });
}

export function useSaveGeneralSettings(channelId: string) {
  const client = useQueryClient();
  const params = { path: { channel_id: channelId } };
  return useMutation({
    mutationFn: async ({ channel, chat, commands }: GeneralSettings): Promise<GeneralSettings> => ({
      // Commands first: if their prefix conflicts with the name of a command, nothing is saved.
      commands: await unwrap(api.PUT(COMMANDS, { params, body: commands })),
      channel: await unwrap(api.PATCH(SETTINGS, { params, body: channel })),
      chat: await unwrap(api.PATCH(CHAT, { params, body: chat })),
    }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(channelId), saved);
      client.setQueryData(chatSettingsQuery(channelId).queryKey, saved.chat);
      void client.invalidateQueries({ queryKey: keys.commands(channelId) });
    },
    meta: { quiet: true },
  });
}

export function useViewerSearch(channelId: string, q: string) {
  const params = { path: { channel_id: channelId }, query: { q, limit: 8 } };
  return useQuery({
    queryKey: [...keys.viewers(channelId), "data-search", q],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params })),
    enabled: q.length > 0,
    select: ({ records }) => records,
  });
}

const viewerPath = (channelId: string, { provider, provider_viewer_id }: ViewerKey) => ({
  path: { channel_id: channelId, provider, provider_viewer_id },
});

export function useViewerSummary(channelId: string, viewer: ViewerKey) {
  return useQuery({
    queryKey: [...keys.viewers(channelId), "data", viewer.provider, viewer.provider_viewer_id],
    queryFn: () => unwrap(api.GET(`${DATA}/summary`, { params: viewerPath(channelId, viewer) })),
    gcTime: 0,
  });
}

export function useExportViewer(channelId: string) {
  return useMutation({
    mutationFn: async (viewer: ViewerKey) => {
      const data = await unwrap(api.GET(DATA, { params: viewerPath(channelId, viewer) }));
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), "viewer-data.json");
    },
  });
}

export function useEraseViewer(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (viewer: ViewerKey) => unwrap(api.DELETE(DATA, { params: viewerPath(channelId, viewer) })),
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.viewers(channelId) }),
  });
}

/** Counts of the data that is deleted with the channel; not cached. */
export function useDeletionPreview(channelId: string) {
  return useQuery({
    queryKey: [...keys.channel(channelId), "deletion"],
    queryFn: () => unwrap(api.GET(DELETION, { params: { path: { channel_id: channelId } } })),
    gcTime: 0,
  });
}

export function useDeleteChannel(channelId: string) {
  return useMutation({
    mutationFn: (display_name: string) =>
      unwrap(api.POST(DELETION, { params: { path: { channel_id: channelId } }, body: { display_name } })),
    meta: { quiet: true },
  });
}

export function useLeaveChannel(channelId: string) {
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/2/channels/{channel_id}/membership", { params: { path: { channel_id: channelId } } })),
  });
}

/** Running deletions that the user started; refetched when a live event reports progress. */
export function useDeletions() {
  return useQuery({ queryKey: DELETIONS_KEY, queryFn: () => unwrap(api.GET("/api/2/user/channel-deletions")) });
}
