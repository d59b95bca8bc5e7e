import { infiniteQueryOptions, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatEvent } from "../../api/chat";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { BanEverywhere } from "../../api/moderation";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { nextCursor } from "../../api/pages";
import { isReadable, type Provider, usePlatforms } from "../../api/platforms";
import type { components } from "../../api/schema";
import { FetchJournal } from "../../lib/fetch-journal";
import { saveDraft } from "../../lib/text/drafts";
import type { ViewerRef } from "../../session/moderation-log";
import { toast } from "../../ui/toast/toast";
import { applyEvent } from "./history/viewer-message-pages";

type Schemas = components["schemas"];
export type Viewer = Schemas["ViewerOut"];
export type Account = Schemas["AccountOut"];
export type Note = Schemas["NoteOut"];

export interface Card {
  channelId: string;
  provider: string;
  viewerId: string;
}

const VIEWER = "/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}" as const;
const MESSAGES_PER_PAGE = 50;
const MAX_RESULTS = 8;

function pathOf({ channelId, provider, viewerId }: Card) {
  return { channel_id: channelId, provider, provider_viewer_id: viewerId };
}

/** The stored viewer; `session/moderation-log` invalidates this query by the same key. */
export function viewerQuery(card: Card) {
  return queryOptions({
    queryKey: [...keys.viewers(card.channelId), "card", card.provider, card.viewerId],
    queryFn: () => unwrap(api.GET(VIEWER, { params: { path: pathOf(card) } })),
  });
}

// A request for each opened card would exceed the platform's rate limit.
const PLATFORM_STALE_MS = 300_000;

/** The platform's own facts; optional, so a failed request shows no error. */
export function usePlatformFacts(card: Card) {
  return useQuery({
    queryKey: [...keys.viewers(card.channelId), "platform", card.provider, card.viewerId],
    queryFn: () => unwrap(api.GET(`${VIEWER}/platform`, { params: { path: pathOf(card) } })),
    staleTime: PLATFORM_STALE_MS,
    meta: { quiet: true },
  });
}

/** Watch time of all linked accounts together, and the longest streak of any of them. */
export function useWatchTime(card: Card) {
  const provider = useReadableProvider(card.provider);
  return useQuery({
    queryKey: [...keys.viewers(card.channelId), "attendance", card.provider, card.viewerId],
    queryFn: provider
      ? () => unwrap(api.GET(`${VIEWER}/attendance`, { params: { path: { ...pathOf(card), provider } } }))
      : skipToken,
    meta: { quiet: true },
  });
}

/** Strikes of the viewer; the key extends the key of `viewerQuery`, so that both are invalidated together. */
export function useStrikes({ channelId, provider, viewerId }: Card) {
  const readableProvider = useReadableProvider(provider);
  return useQuery({
    queryKey: [...keys.viewers(channelId), "card", provider, viewerId, "strikes"],
    queryFn: readableProvider ? () => fetchStrikes(channelId, readableProvider, viewerId) : skipToken,
    meta: { quiet: true },
  });
}

/** The provider; undefined for a platform without a chat, where viewers have no watch time and no strikes. */
function useReadableProvider(provider: string) {
  return usePlatforms()
    .filter(isReadable)
    .find((platform) => platform.provider === provider)?.provider;
}

function fetchStrikes(channelId: string, provider: Provider, viewerId: string) {
  const params = { path: { channel_id: channelId }, query: { provider, provider_viewer_id: viewerId } };
  return unwrap(api.GET("/api/2/channels/{channel_id}/filter-strikes", { params }));
}

const journals = new Map<string, FetchJournal<ChatEvent>>();

/** Journal of the chat events that arrive during a request for lines; they are applied to the response. */
export function linesJournal(channelId: string): FetchJournal<ChatEvent> {
  const journal = journals.get(channelId) ?? new FetchJournal<ChatEvent>();
  journals.set(channelId, journal);
  return journal;
}

/** The viewer's own account, then the linked accounts. */
export function accountsOf({ provider, provider_viewer_id: viewerId, accounts }: Viewer): ViewerRef[] {
  const linked = accounts.map((account) => ({ provider: account.provider, viewerId: account.provider_viewer_id }));
  return [{ provider, viewerId }, ...linked];
}

/** Stored messages of a viewer; `accounts` has the viewer's own account first, then the linked accounts. */
export function viewerMessagesQuery(channelId: string, accounts: readonly ViewerRef[]) {
  return infiniteQueryOptions({
    queryKey: [...keys.viewers(channelId), "messages", accounts],
    queryFn: ({ pageParam }) =>
      linesJournal(channelId).during(
        () => fetchLines(channelId, accounts[0], pageParam),
        (page, event) => applyEvent(page, event, pageParam === null ? accounts : null),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    // A closed card misses events.
    staleTime: 0,
  });
}

function fetchLines(channelId: string, account: ViewerRef | undefined, cursor: string | null) {
  const query = {
    ...(account && { provider: account.provider, viewer_id: account.viewerId, with_linked: true }),
    limit: MESSAGES_PER_PAGE,
    ...(cursor !== null && { cursor }),
  };
  const params = { path: { channel_id: channelId }, query };
  return unwrap(api.GET("/api/2/channels/{channel_id}/chat-messages", { params }));
}

export function useViewerSearch(channelId: string, q: string) {
  const params = { path: { channel_id: channelId }, query: { q, limit: MAX_RESULTS } };
  return useQuery({
    queryKey: [...keys.viewers(channelId), "search", q],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params })),
    enabled: q.length > 0,
    select: ({ records }) => records,
  });
}

/** Mutation after which all open cards of the channel are refetched; errors are shown as toasts. */
function useCardChange<Input, Output>(
  card: Card,
  change: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output) => void,
) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSuccess: (output) => onSuccess?.(output),
    onSettled: () => client.invalidateQueries({ queryKey: [...keys.viewers(card.channelId), "card"] }),
  });
}

/** Storage key of a note draft. */
export function noteDraft({ channelId, provider, viewerId }: Card): string {
  return `note:${channelId}:${provider}:${viewerId}`;
}

export function useAddNote(card: Card) {
  const path = pathOf(card);
  return useCardChange(card, async (text: string) => {
    const note = await unwrap(api.POST(`${VIEWER}/notes`, { params: { path }, body: { text } }));
    // The draft is cleared here and not in the form, which may be unmounted by then.
    saveDraft(noteDraft(card), "");
    return note;
  });
}

export function useDeleteNote(card: Card) {
  return useCardChange(card, (noteId: string) => {
    const path = { ...pathOf(card), note_id: noteId };
    return unwrap(api.DELETE(`${VIEWER}/notes/{note_id}`, { params: { path } }));
  });
}

type AccountRef = Pick<Account, "provider" | "provider_viewer_id">;

export function useLink(card: Card) {
  const path = pathOf(card);
  return useCardChange(
    card,
    ({ provider, provider_viewer_id }: AccountRef) =>
      unwrap(api.POST(`${VIEWER}/links`, { params: { path }, body: { provider, provider_viewer_id } })),
    () => toast.success("Accounts linked"),
  );
}

export function useUnlink(card: Card) {
  return useCardChange(
    card,
    ({ provider, provider_viewer_id }: AccountRef) => {
      const path = { channel_id: card.channelId, provider, provider_viewer_id };
      return unwrap(api.DELETE(`${VIEWER}/links`, { params: { path } }));
    },
    () => toast.success("Account unlinked"),
  );
}

export function useLinkCode(card: Card) {
  const path = pathOf(card);
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${VIEWER}/link-codes`, { params: { path } })),
    meta: { quiet: true },
  });
}

export function useBanEverywhere(card: Card, onSuccess: (output: BanEverywhere) => void) {
  const path = pathOf(card);
  const ban = (reason: string) => unwrap(api.POST(`${VIEWER}/ban-everywhere`, { params: { path }, body: { reason } }));
  return useCardChange(card, ban, onSuccess);
}
