import type { InfiniteData } from "@tanstack/react-query";
import { type ChatEvent, lineKey, type Removal, type StoredLine } from "../../../api/chat";
import type { components } from "../../../api/schema";
import { microsecondsOf } from "../../../lib/time/microseconds";
import { includesAccount, type ViewerRef } from "../../../session/moderation-log";

export type LinesPage = components["schemas"]["ChatPage"];
export type LinesPages = InfiniteData<LinesPage, string | null>;

type SweptEvent = Extract<ChatEvent, { type: "swept" }>;

/** Applies live events to all pages; returns the same object if nothing changed. */
export function applyEvents(
  data: LinesPages,
  events: readonly ChatEvent[],
  accounts: readonly ViewerRef[],
): LinesPages {
  const pages = data.pages.map((page, index) =>
    events.reduce((changed, event) => applyEvent(changed, event, index === 0 ? accounts : null), page),
  );
  return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
}

/** Applies one event to a page; adds new lines of `accounts`, which is null for all pages but the newest. */
export function applyEvent(page: LinesPage, event: ChatEvent, accounts: readonly ViewerRef[] | null): LinesPage {
  switch (event.type) {
    case "line":
      return accounts ? withLine(page, { line: event.line, removal: null }, accounts) : page;
    case "removed": {
      const keys = new Set(event.lines.map(lineKey));
      // A removal without an actor is replaced: the server sends it again once the actor is known.
      return withRemoval(page, event.removal ?? null, ({ line, removal }) => !removal?.by && keys.has(lineKey(line)));
    }
    case "restored": {
      const keys = new Set(event.lines.map(lineKey));
      return withRemoval(page, null, ({ line }) => keys.has(lineKey(line)));
    }
    case "swept":
      return withRemoval(page, event.removal ?? null, (stored) => stored.removal === null && isSwept(stored, event));
    default:
      return page;
  }
}

function withLine(page: LinesPage, added: StoredLine, accounts: readonly ViewerRef[]): LinesPage {
  const { line } = added;
  if (!line.author || !includesAccount(accounts, line.provider, line.author.id)) return page;
  const key = lineKey(line);
  if (page.records.some((stored) => lineKey(stored.line) === key)) return page;
  const at = microsecondsOf(line.sent_at);
  // Of two lines with the same timestamp the line that arrives later is newer.
  const index = page.records.findIndex((stored) => microsecondsOf(stored.line.sent_at) <= at);
  // A line that is older than all lines of a full page belongs to the next page.
  if (index === -1 && page.cursor !== null) return page;
  return { ...page, records: page.records.toSpliced(index === -1 ? page.records.length : index, 0, added) };
}

function withRemoval(page: LinesPage, removal: Removal | null, isAffected: (stored: StoredLine) => boolean): LinesPage {
  if (!page.records.some(isAffected)) return page;
  return { ...page, records: page.records.map((stored) => (isAffected(stored) ? { ...stored, removal } : stored)) };
}

/** Whether the event removes the line: it removes lines of a period in one chat, of one author or of all. */
function isSwept({ line }: StoredLine, { connection_id, author_id, since, until }: SweptEvent): boolean {
  const at = microsecondsOf(line.sent_at);
  const isByAuthor = author_id === "" || line.author?.id === author_id;
  return (
    line.connection_id === connection_id && isByAuthor && at >= microsecondsOf(since) && at <= microsecondsOf(until)
  );
}
