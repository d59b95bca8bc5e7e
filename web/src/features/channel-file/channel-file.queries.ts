import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { fileName, saveFile } from "../../lib/save-file";
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

/** A text that is compared; the number stands for it, because texts of eight million characters make bad keys. */
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
    // What was compared stays until the next answer is there.
    placeholderData: keepPreviousData,
    // Said where it was asked for.
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

interface Apply {
  sections: string[];
  revision: string;
  reason: string;
}

export function useApply(channelId: string, { content, removeMissing }: Draft) {
  const refresh = useRefresh(channelId);
  return useSingleMutation({
    mutationFn: ({ sections, revision, reason }: Apply): Promise<Applied> =>
      unwrap(
        api.POST(`${FILE}/apply`, {
          params: { path: { channel_id: channelId } },
          body: { content, remove_missing: removeMissing, sections, revision, reason },
        }),
      ),
    onSettled: refresh,
    meta: { quiet: true },
  });
}

export function useRestore(channelId: string, versionId: string) {
  const refresh = useRefresh(channelId);
  return useSingleMutation({
    mutationFn: ({ sections, revision }: Pick<Apply, "sections" | "revision">): Promise<Applied> =>
      unwrap(
        api.POST(`${VERSIONS}/{version_id}/restore`, {
          params: { path: { channel_id: channelId, version_id: versionId } },
          body: { sections, revision },
        }),
      ),
    onSettled: refresh,
    meta: { quiet: true },
  });
}

export function useCreateSnapshot(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(VERSIONS, { params: { path: { channel_id: channelId } }, body: { reason: "" } })),
    onSuccess: () => toast.success("Version kept"),
    onSettled: () => client.invalidateQueries({ queryKey: versionsQuery(channelId).queryKey }),
  });
}

/** Saves the channel, or an earlier version of it, as a file; the call needs the token, so it cannot be a plain link. */
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

/** Everything that a file can change, and what is compared with it. */
function useRefresh(channelId: string) {
  const client = useQueryClient();
  return () => {
    const touched = [keys.commands, keys.timers, keys.quotes, keys.filters, keys.channelFile];
    // Nobody waits for it: what was applied is told at once, before it is compared with itself.
    for (const key of touched) void client.invalidateQueries({ queryKey: key(channelId) });
  };
}
