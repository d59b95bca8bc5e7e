import { infiniteQueryOptions, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatEvent } from "../../api/chat";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { nextCursor } from "../../api/pages";
import type { components } from "../../api/schema";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { keepDraft } from "../../lib/text/drafts";
import { FetchJournal } from "../../lib/fetch-journal";
import { toast } from "../../ui/toast/toast";
import { told } from "./history/viewer-message-pages";

type Schemas = components["schemas"];
export type Viewer = Schemas["ViewerOut"];
export type Account = Schemas["AccountOut"];
export type Note = Schemas["NoteOut"];

/** One account in one channel. */
export interface Card {
  channelId: string;
  provider: string;
  viewerId: string;
}

const ONE = "/api/2/channels/{channel_id}/viewers/{provider}/{provider_viewer_id}" as const;
const MESSAGES_A_PAGE = 50;
const FOUND = 8;

function pathOf({ channelId, provider, viewerId }: Card) {
  return { channel_id: channelId, provider, provider_viewer_id: viewerId };
}

/** Refreshed by the moderation topic: `session/moderation-log` knows this key. */
export function viewerQuery(card: Card) {
  return queryOptions({
    queryKey: [...keys.viewers(card.channelId), "card", card.provider, card.viewerId],
    queryFn: () => unwrap(api.GET(ONE, { params: { path: pathOf(card) } })),
  });
}

// A platform that is asked for every look at a card would soon refuse.
const PLATFORM_FRESH_MS = 300_000;

/** What the platform says now; the card never waits for it, and says nothing when it fails. */
export function usePlatformFacts(card: Card) {
  return useQuery({
    queryKey: [...keys.viewers(card.channelId), "platform", card.provider, card.viewerId],
    queryFn: () => unwrap(api.GET(`${ONE}/platform`, { params: { path: pathOf(card) } })),
    staleTime: PLATFORM_FRESH_MS,
    meta: { quiet: true },
  });
}

/** How long somebody has watched, on all accounts that are known to be theirs. */
export function useAttendance(card: Card) {
  const provider = STREAMING.find((known) => known === card.provider);
  return useQuery({
    queryKey: [...keys.viewers(card.channelId), "attendance", card.provider, card.viewerId],
    queryFn: provider
      ? () => unwrap(api.GET(`${ONE}/attendance`, { params: { path: { ...pathOf(card), provider } } }))
      : skipToken,
    meta: { quiet: true },
  });
}

/** The key begins as the card's own: what makes the card old makes its strikes old. */
export function useStrikes({ channelId, provider, viewerId }: Card) {
  const filtered = STREAMING.find((known) => known === provider);
  return useQuery({
    queryKey: [...keys.viewers(channelId), "card", provider, viewerId, "strikes"],
    queryFn: filtered ? () => fetchStrikes(channelId, filtered, viewerId) : skipToken,
    meta: { quiet: true },
  });
}

// The platforms that people watch and write on.
const STREAMING = ["twitch", "youtube", "kick", "tiktok"] as const;

function fetchStrikes(channelId: string, provider: (typeof STREAMING)[number], viewerId: string) {
  const params = { path: { channel_id: channelId }, query: { provider, provider_viewer_id: viewerId } };
  return unwrap(api.GET("/api/2/channels/{channel_id}/filter-strikes", { params }));
}

const journals = new Map<string, FetchJournal<ChatEvent>>();

/** What is told in a channel's chat while an answer is on its way. */
export function linesJournal(channelId: string): FetchJournal<ChatEvent> {
  const journal = journals.get(channelId) ?? new FetchJournal<ChatEvent>();
  journals.set(channelId, journal);
  return journal;
}

export function viewerMessagesQuery(card: Card) {
  const { channelId, provider, viewerId } = card;
  return infiniteQueryOptions({
    queryKey: [...keys.viewers(channelId), "messages", provider, viewerId],
    queryFn: ({ pageParam }) =>
      linesJournal(channelId).during(
        () => fetchLines(card, pageParam),
        (page, event) => told(page, event, pageParam === null ? card : null),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    // What happened while nobody looked was not heard.
    staleTime: 0,
  });
}

function fetchLines({ channelId, provider, viewerId }: Card, cursor: string | null) {
  const query = { provider, viewer_id: viewerId, limit: MESSAGES_A_PAGE, ...(cursor !== null && { cursor }) };
  const params = { path: { channel_id: channelId }, query };
  return unwrap(api.GET("/api/2/channels/{channel_id}/chat-messages", { params }));
}

export function useViewerSearch(channelId: string, q: string) {
  const params = { path: { channel_id: channelId }, query: { q, limit: FOUND } };
  return useQuery({
    queryKey: [...keys.viewers(channelId), "search", q],
    queryFn: () => unwrap(api.GET("/api/2/channels/{channel_id}/viewers", { params })),
    enabled: q.length > 0,
    select: ({ records }) => records,
  });
}

/** Whatever changes a card fetches it again; what went wrong becomes a toast. */
function useCardChange<Given, Answer>(card: Card, change: (given: Given) => Promise<Answer>, success?: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSuccess: () => {
      if (success) toast.success(success);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...keys.viewers(card.channelId), "card"] }),
  });
}

/** Where the note about somebody is kept until it is added. */
export function noteDraft({ channelId, provider, viewerId }: Card): string {
  return `note:${channelId}:${provider}:${viewerId}`;
}

export function useAddNote(card: Card) {
  const path = pathOf(card);
  return useCardChange(card, async (text: string) => {
    const note = await unwrap(api.POST(`${ONE}/notes`, { params: { path }, body: { text } }));
    // Here and not in the form, which may be gone by now.
    keepDraft(noteDraft(card), "");
    return note;
  });
}

export function useDeleteNote(card: Card) {
  return useCardChange(card, (noteId: string) => {
    const path = { ...pathOf(card), note_id: noteId };
    return unwrap(api.DELETE(`${ONE}/notes/{note_id}`, { params: { path } }));
  });
}

type Named = Pick<Account, "provider" | "provider_viewer_id">;

export function useLink(card: Card) {
  const path = pathOf(card);
  return useCardChange(
    card,
    ({ provider, provider_viewer_id }: Named) =>
      unwrap(api.POST(`${ONE}/links`, { params: { path }, body: { provider, provider_viewer_id } })),
    "Accounts linked",
  );
}

/** Takes one account out of the person. */
export function useUnlink(card: Card) {
  return useCardChange(
    card,
    ({ provider, provider_viewer_id }: Named) => {
      const path = { channel_id: card.channelId, provider, provider_viewer_id };
      return unwrap(api.DELETE(`${ONE}/links`, { params: { path } }));
    },
    "Account unlinked",
  );
}

export function useLinkCode(card: Card) {
  const path = pathOf(card);
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST(`${ONE}/link-codes`, { params: { path } })),
    meta: { quiet: true },
  });
}

export function useBanEverywhere(card: Card) {
  const path = pathOf(card);
  return useCardChange(card, (reason: string) =>
    unwrap(api.POST(`${ONE}/ban-everywhere`, { params: { path }, body: { reason } })),
  );
}
