import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import type { components } from "../../../api/schema";
import { refetchLive } from "../../../live/query-updates";
import { useChannelTopic } from "../../../live/use-channel-topic";
import { toast } from "../../../ui/toast/toast";

export type Announcements = components["schemas"]["AnnouncementsOut"];
export type AnnouncementSettings = Announcements["settings"];
export type AnnouncementMessage = components["schemas"]["AnnouncementMessageOut"];

const PATH = "/api/2/channels/{channel_id}/announcements";

export function announcementsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.announcements(channelId), "settings"],
    queryFn: () => unwrap(api.GET(PATH, { params: { path: { channel_id: channelId } } })),
  });
}

export function previewQuery(channelId: string, settings: AnnouncementSettings) {
  return queryOptions({
    queryKey: [...keys.announcements(channelId), "preview", settings],
    queryFn: () => unwrap(api.POST(`${PATH}/preview`, { params: { path: { channel_id: channelId } }, body: settings })),
    retry: false,
  });
}

/** Refetches settings and announcements when they change. */
export function useAnnouncementsLive(channelId: string): void {
  useChannelTopic(channelId, { topic: "announcements", queryKey: keys.announcements, merge });
}

function merge(client: QueryClient, channelId: string): void {
  refetchLive(client, keys.announcements(channelId));
}

function useCacheUpdate(channelId: string) {
  const client = useQueryClient();
  return (stored: Announcements) => client.setQueryData(announcementsQuery(channelId).queryKey, stored);
}

export function useSaveAnnouncements(channelId: string, revision: number) {
  const updateCache = useCacheUpdate(channelId);
  const params = { path: { channel_id: channelId }, query: { revision } };
  return useSingleMutation({
    mutationFn: (body: AnnouncementSettings) => unwrap(api.PUT(PATH, { params, body })),
    onSuccess: updateCache,
    // The form shows errors beside the fields.
    meta: { quiet: true },
  });
}

export function useSaveAddress(channelId: string) {
  const updateCache = useCacheUpdate(channelId);
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({
    mutationFn: (url: string) => unwrap(api.PUT(`${PATH}/address`, { params, body: { url } })),
    onSuccess: updateCache,
    meta: { quiet: true },
  });
}

export function useRemoveAddress(channelId: string) {
  const updateCache = useCacheUpdate(channelId);
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({
    mutationFn: () => unwrap(api.DELETE(`${PATH}/address`, { params })),
    onSuccess: updateCache,
  });
}

export function useTestAnnouncement(channelId: string) {
  const params = { path: { channel_id: channelId } };
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${PATH}/test`, { params })),
    onSuccess: () => toast.success("Test posted"),
  });
}
