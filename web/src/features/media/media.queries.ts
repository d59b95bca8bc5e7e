import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import { toast } from "../../ui/toast/toast";
import type { Media, MediaKind, MediaPage } from "./media-types";

const MEDIA_LIST = "/api/2/channels/{channel_id}/media";
const MEDIA = "/api/2/channels/{channel_id}/media/{media_id}";
const NO_CURSOR: string | null = null;

function mediaListQuery(channelId: string, kind: MediaKind, q: string) {
  const path = { channel_id: channelId };
  return infiniteQueryOptions({
    queryKey: [...keys.media(channelId), "list", kind, q],
    queryFn: ({ pageParam, signal }): Promise<MediaPage> =>
      unwrap(api.GET(MEDIA_LIST, { params: { path, query: { q, kind, cursor: pageParam } }, signal })),
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    // Previous results stay visible while the next ones load.
    placeholderData: keepPreviousData,
    // The picker shows errors.
    meta: { quiet: true },
  });
}

/** Paged files of one kind, newest first. */
export function useMediaList(channelId: string, kind: MediaKind, q: string) {
  return useInfiniteQuery({
    ...mediaListQuery(channelId, kind, q),
    select: ({ pages }) => ({
      records: pages.flatMap(({ records }) => records),
      total: pages[0]?.total ?? 0,
      usedBytes: pages[0]?.used_bytes ?? 0,
      maxBytes: pages[0]?.max_bytes ?? 0,
    }),
  });
}

export function mediaQuery(channelId: string, mediaId: string) {
  const path = { channel_id: channelId, media_id: mediaId };
  return queryOptions({
    queryKey: [...keys.media(channelId), "one", mediaId],
    queryFn: (): Promise<Media> => unwrap(api.GET(MEDIA, { params: { path } })),
    // The field itself shows that its file was deleted.
    meta: { quiet: isInaccessible },
  });
}

export function useRenameMedia(channelId: string, onRenamed: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Media, "id" | "name">) =>
      unwrap(api.PATCH(MEDIA, { params: { path: { channel_id: channelId, media_id: id } }, body: { name } })),
    onSuccess: onRenamed,
    onSettled: () => client.invalidateQueries({ queryKey: keys.media(channelId) }),
    // The dialog shows the error.
    meta: { quiet: true },
  });
}

/** Deletes the file even if it is in use, because the dialog has named the uses. */
export function useDeleteMedia(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mediaId: string) =>
      unwrap(
        api.DELETE(MEDIA, {
          params: { path: { channel_id: channelId, media_id: mediaId }, query: { confirmed: true } },
        }),
      ),
    onSuccess: () => toast.success("File deleted"),
    onSettled: () => client.invalidateQueries({ queryKey: keys.media(channelId) }),
  });
}
