import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { ApiError, messageOf } from "../../api/errors";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import { saveFile } from "../../lib/save-file";
import { toast } from "../../ui/toast/toast";
import { type AuditFilter, queryOf } from "./audit-filter";
import type { AuditPage, AuditPerson, AuditRecord, AuditSection, UndoPreview } from "./audit-types";

const LOG = "/api/2/channels/{channel_id}/audit-log";
const UNDO = `${LOG}/{entry_id}/undo` as const;
const NO_CURSOR: string | null = null;

export function logKey(channelId: string) {
  return ["audit-log", channelId];
}

function logQuery(channelId: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...logKey(channelId), "list", filter],
    queryFn: ({ pageParam, signal }): Promise<AuditPage> => {
      const query = { ...queryOf(filter), cursor: pageParam };
      return unwrap(api.GET(LOG, { params: { path: { channel_id: channelId }, query }, signal }));
    },
    initialPageParam: NO_CURSOR,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Entries that the filter shows, newest first. */
export function useAuditLog(channelId: string, filter: AuditFilter) {
  return useInfiniteQuery({
    ...logQuery(channelId, filter),
    select: ({ pages }) => {
      const records = pages.flatMap((page) => page.records);
      const isComplete = pages.at(-1)?.cursor === null;
      return {
        records,
        total: isComplete ? records.length : Math.max(pages[0]?.total ?? 0, records.length),
        hasMore: !isComplete && pages[0]?.has_more,
        searchedUntil: pages.at(-1)?.searched_until ?? null,
        keptDays: pages[0]?.kept_days,
      };
    },
  });
}

/** Authors and sections of the entries in the log: the choices of the filters. */
export function useFilterChoices(channelId: string): { people: AuditPerson[]; sections: AuditSection[] } {
  const params = { path: { channel_id: channelId } };
  const people = useQuery({
    queryKey: [...logKey(channelId), "people"],
    queryFn: () => unwrap(api.GET(`${LOG}/people`, { params })),
  });
  const sections = useQuery({
    queryKey: [...logKey(channelId), "sections"],
    queryFn: () => unwrap(api.GET(`${LOG}/sections`, { params })),
  });
  return { people: people.data?.records ?? [], sections: sections.data?.records ?? [] };
}

const entryParams = (channelId: string, entryId: string) => ({ path: { channel_id: channelId, entry_id: entryId } });

/** The changes that undoing the entry would make at this moment; not cached. */
export function useUndoPreview(channelId: string, entryId: string) {
  return useQuery({
    queryKey: [...logKey(channelId), "undo", entryId],
    queryFn: (): Promise<UndoPreview> => unwrap(api.GET(UNDO, { params: entryParams(channelId, entryId) })),
    retry: false,
    gcTime: 0,
    // The entry itself shows a refusal.
    meta: { quiet: isRefused },
  });
}

export function useUndoEntry(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entryId: string): Promise<AuditRecord> =>
      unwrap(api.POST(UNDO, { params: entryParams(channelId, entryId) })),
    onSuccess: () => client.invalidateQueries({ queryKey: [...logKey(channelId), "list"] }),
    // The refetched preview shows why the undo failed.
    onError: (_error, entryId) => client.invalidateQueries({ queryKey: [...logKey(channelId), "undo", entryId] }),
  });
}

/** Whether the server refused the undo (4xx), as opposed to a fault of server or network. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Downloads the entries that the filter shows as a CSV file. */
export function useExportLog(channelId: string, filter: AuditFilter) {
  return useSingleMutation({
    mutationFn: async () => {
      try {
        const params = { path: { channel_id: channelId }, query: queryOf(filter) };
        const file = await unwrap<unknown>(api.GET(`${LOG}/csv`, { params, parseAs: "blob" }));
        if (file instanceof Blob) saveFile(file, "audit-log.csv");
      } catch (error) {
        toast.error(messageOf(error));
      }
    },
  });
}
