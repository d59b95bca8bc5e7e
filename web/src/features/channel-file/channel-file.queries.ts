import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { fileName, saveFile } from "../../lib/save-file";
import { ALL_SUBJECTS } from "../../session/access/subjects";
import { chatSettingsQuery } from "../../session/chat-settings";
import { toast } from "../../ui/toast/toast";
import type { Applied, Diff, Version } from "./channel-file-types";

const FILE = "/api/2/channels/{channel_id}/channel-file";
const VERSIONS = "/api/2/channels/{channel_id}/channel-versions";

export function versionsQuery(channelId: string) {
  return queryOptions({
    queryKey: [...keys.channelFile(channelId), "versions"],
    queryFn: async (): Promise<Version[]> =>
      (await unwrap(api.GET(VERSIONS, { params: { path: { channel_id: channelId } } }))).records,
  });
}

/** A file to preview; the query key has its id, because the content is too large for a key. */
export interface Draft {
  id: number;
  content: string;
  removeMissing: boolean;
}

export function diffQuery(channelId: string, { id, content, removeMissing }: Draft) {
  return queryOptions({
    queryKey: [...keys.channelFile(channelId), "diff", id, removeMissing],
    queryFn: (): Promise<Diff> =>
      unwrap(
        api.POST(`${FILE}/diff`, {
          params: { path: { channel_id: channelId } },
          body: { content, remove_missing: removeMissing },
        }),
      ),
    gcTime: 0,
    // The previous preview stays visible while the next one loads.
    placeholderData: keepPreviousData,
    // The preview panel shows errors.
    meta: { quiet: true },
  });
}

export function versionDiffQuery(channelId: string, versionId: string) {
  return queryOptions({
    queryKey: [...keys.channelFile(channelId), "version", versionId],
    queryFn: (): Promise<Diff> =>
      unwrap(
        api.POST(`${VERSIONS}/{version_id}/diff`, {
          params: { path: { channel_id: channelId, version_id: versionId } },
          body: {},
        }),
      ),
    meta: { quiet: true },
  });
}

interface ApplyRequest {
  sections: string[];
  revision: string;
  reason: string;
}

export function useApply(channelId: string, { content, removeMissing }: Draft) {
  const invalidate = useInvalidateSections(channelId);
  return useSingleMutation({
    mutationFn: ({ sections, revision, reason }: ApplyRequest): Promise<Applied> =>
      unwrap(
        api.POST(`${FILE}/apply`, {
          params: { path: { channel_id: channelId } },
          body: { content, remove_missing: removeMissing, sections, revision, reason },
        }),
      ),
    onSettled: invalidate,
    meta: { quiet: true },
  });
}

export function useRestore(channelId: string, versionId: string) {
  const invalidate = useInvalidateSections(channelId);
  return useSingleMutation({
    mutationFn: ({ sections, revision }: Pick<ApplyRequest, "sections" | "revision">): Promise<Applied> =>
      unwrap(
        api.POST(`${VERSIONS}/{version_id}/restore`, {
          params: { path: { channel_id: channelId, version_id: versionId } },
          body: { sections, revision },
        }),
      ),
    onSettled: invalidate,
    meta: { quiet: true },
  });
}

export function useCreateSnapshot(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(VERSIONS, { params: { path: { channel_id: channelId } }, body: { reason: "" } })),
    onSuccess: () => toast.success("Snapshot created"),
    onSettled: () => client.invalidateQueries({ queryKey: versionsQuery(channelId).queryKey }),
  });
}

/** Fetches the file of the channel or of a version and saves it; a link could not send the access token. */
export function useDownload(channelId: string, channelName: string) {
  return useSingleMutation({
    mutationFn: async (version: Version | null) => {
      const path = { channel_id: channelId };
      const text = await unwrap<string>(
        version === null
          ? api.GET(FILE, { params: { path }, parseAs: "text" })
          : api.GET(`${VERSIONS}/{version_id}/channel-file`, {
              params: { path: { ...path, version_id: version.id } },
              parseAs: "text",
            }),
      );
      const suffix = version === null ? "" : ` ${version.created_at.slice(0, 16)}`;
      saveFile(new Blob([text], { type: "application/yaml" }), fileName(`${channelName}${suffix}`, "yaml"));
    },
  });
}

/** Invalidates all lists that a file may change, chat settings, and previews and versions. */
function useInvalidateSections(channelId: string) {
  const client = useQueryClient();
  return () => {
    const lists = ALL_SUBJECTS.flatMap(({ changes }) => Object.keys(changes)).map((list) => [list, channelId]);
    const stale = [...lists, keys.channelFile(channelId), chatSettingsQuery(channelId).queryKey];
    // Not awaited, so that the success toast appears at once.
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  };
}
