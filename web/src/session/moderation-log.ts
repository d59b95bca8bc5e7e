import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "../api/client";
import { keys } from "../api/keys";
import type { LiveMessage } from "../api/live";
import type { ModerationEntry, ModerationLogPage } from "../api/moderation";
import { nextCursor } from "../api/pages";
import { FetchJournal } from "../lib/fetch-journal";
import { topics } from "../live/topics";
import { withdrawUndo } from "../ui/undo/undo-offers";

/** Identifies a viewer on their platform. */
export interface ViewerRef {
  provider: string;
  viewerId: string;
}

type Pages = InfiniteData<ModerationLogPage, string | null>;

type Account = Pick<ModerationEntry, "provider" | "provider_viewer_id">;
type LogEvent = LiveMessage<"entry" | "viewers_linked" | "viewers_changed">;

const journals = new Map<string, FetchJournal<ModerationEntry>>();

function journalOf(channelId: string): FetchJournal<ModerationEntry> {
  const journal = journals.get(channelId) ?? new FetchJournal<ModerationEntry>();
  journals.set(channelId, journal);
  return journal;
}

/**
 * The moderation log, newest first, of all viewers or of one. `accounts` are that viewer's accounts: first the one
 * whose card or history is open, then the linked ones; null means all viewers.
 */
export function moderationLogQuery(channelId: string, accounts: readonly ViewerRef[] | null) {
  return infiniteQueryOptions({
    queryKey: [...keys.moderationLog(channelId), accounts] as const,
    queryFn: ({ pageParam }) =>
      journalOf(channelId).during(
        () => fetchPage(channelId, accounts?.[0], pageParam),
        (page, entry) => (pageParam === null ? withEntry(page, entry, accounts) : replaceEntry(page, entry)),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });
}

function fetchPage(
  channelId: string,
  viewer: ViewerRef | undefined,
  cursor: string | null,
): Promise<ModerationLogPage> {
  const query = {
    ...(viewer && { provider: viewer.provider, provider_viewer_id: viewer.viewerId, with_linked: true }),
    ...(cursor !== null && { cursor }),
  };
  const params = { path: { channel_id: channelId }, query };
  return unwrap(api.GET("/api/2/channels/{channel_id}/moderation-log", { params }));
}

/** Adds or replaces an entry in the first page, unless it is of another viewer or belongs to a later page. */
export function withEntry(page: ModerationLogPage, entry: ModerationEntry, accounts: readonly ViewerRef[] | null) {
  if (accounts && !includesAccount(accounts, entry.provider, entry.provider_viewer_id)) return page;
  if (page.records.some(({ id }) => id === entry.id)) return replaceEntry(page, entry);
  const records = [...page.records, entry].toSorted(newestFirst);
  // An entry older than the whole page belongs to a later page.
  const isOnLaterPage = page.cursor !== null && records.at(-1)?.id === entry.id;
  return isOnLaterPage ? page : { ...page, records };
}

export function includesAccount(accounts: readonly ViewerRef[], provider: string, viewerId: string): boolean {
  return accounts.some((account) => account.provider === provider && account.viewerId === viewerId);
}

function replaceEntry(page: ModerationLogPage, entry: ModerationEntry): ModerationLogPage {
  return { ...page, records: page.records.map((old) => (old.id === entry.id ? entry : old)) };
}

function newestFirst(one: ModerationEntry, other: ModerationEntry): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || other.id.localeCompare(one.id);
}

/** Adds or replaces an entry in cached lists and running fetches; ends the offer to undo an entry that is undone. */
export function applyEntry(client: QueryClient, channelId: string, entry: ModerationEntry): void {
  if (entry.undone_at !== null) withdrawUndo(entry.id);
  journalOf(channelId).add(entry);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: keys.moderationLog(channelId) })) {
    // The last part of the key is `accounts` of the query.
    const accounts = queryKey.at(-1) as readonly ViewerRef[] | null;
    client.setQueryData<Pages>(queryKey, (data) => data && withEntryInPages(data, entry, accounts));
  }
}

function withEntryInPages(data: Pages, entry: ModerationEntry, accounts: readonly ViewerRef[] | null): Pages {
  const isListed = data.pages.some(({ records }) => records.some(({ id }) => id === entry.id));
  const pages = data.pages.map((page, index) => {
    return isListed || index > 0 ? replaceEntry(page, entry) : withEntry(page, entry, accounts);
  });
  return { ...data, pages };
}

/** Applies live entries to the log, and refetches the viewer cards that the live events concern. */
export function useModerationLive(channelId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      topics.subscribe<LogEvent>(`${channelId}:moderation`, {
        onEvents: (events) => {
          for (const event of events) if (event.type === "entry") applyEntry(client, channelId, event.entry);
          refreshCards(client, channelId, events.flatMap(viewersOf));
        },
        onRefetch: () => {
          void client.invalidateQueries({ queryKey: keys.moderationLog(channelId) });
          void client.invalidateQueries({ queryKey: keys.viewers(channelId) });
        },
      }),
    [client, channelId],
  );
}

function viewersOf(event: LogEvent): readonly Account[] {
  if (event.type === "entry") return [event.entry];
  // A newer server may send a type of event without viewers.
  return event.viewers ?? [];
}

/** Refetches the cards of these viewers, each once. */
export function refreshCards(client: QueryClient, channelId: string, accounts: readonly Account[]): void {
  const touched = new Set(accounts.map(({ provider, provider_viewer_id: id }) => `${provider}:${id}`));
  void client.invalidateQueries({
    queryKey: [...keys.viewers(channelId), "card"],
    predicate: ({ queryKey: [, , , provider, viewerId] }) => touched.has(`${provider}:${viewerId}`),
  });
}
