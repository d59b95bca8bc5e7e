import type { InfiniteData } from "@tanstack/react-query";
import { type ChatEvent, lineKey, type Removal, type StoredLine } from "../../../api/chat";
import type { components } from "../../../api/schema";
import { microsecondsOf } from "../../../lib/time/microseconds";

export type LinesPage = components["schemas"]["ChatPage"];
export type LinesPages = InfiniteData<LinesPage, string | null>;

type Swept = Extract<ChatEvent, { type: "swept" }>;

interface Whom {
  provider: string;
  viewerId: string;
}

/** All pages of somebody's lines after what was told; the very same where none of it is about them. */
export function toldAll(data: LinesPages, events: readonly ChatEvent[], whom: Whom): LinesPages {
  const pages = data.pages.map((page, index) =>
    events.reduce((now, event) => told(now, event, index === 0 ? whom : null), page),
  );
  return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
}

/** One page, as the server would answer now; only the newest takes new lines, and knows whose. */
export function told(page: LinesPage, event: ChatEvent, newestOf: Whom | null): LinesPage {
  switch (event.type) {
    case "line":
      return newestOf ? withLine(page, { line: event.line, removal: null }, newestOf) : page;
    case "removed": {
      const keys = new Set(event.lines.map(lineKey));
      // Told again only when the server has learnt who did it.
      return marked(page, event.removal ?? null, ({ line, removal }) => !removal?.by && keys.has(lineKey(line)));
    }
    case "restored": {
      const keys = new Set(event.lines.map(lineKey));
      return marked(page, null, ({ line }) => keys.has(lineKey(line)));
    }
    case "swept":
      return marked(page, event.removal ?? null, (stored) => stored.removal === null && isSwept(stored, event));
    default:
      return page;
  }
}

function withLine(page: LinesPage, added: StoredLine, { provider, viewerId }: Whom): LinesPage {
  const { line } = added;
  if (line.provider !== provider || line.author?.id !== viewerId) return page;
  const key = lineKey(line);
  if (page.records.some((stored) => lineKey(stored.line) === key)) return page;
  const at = microsecondsOf(line.sent_at);
  // Of two of one moment the later to come is the newer.
  const place = page.records.findIndex((stored) => microsecondsOf(stored.line.sent_at) <= at);
  // One that is older than all on a page that goes on belongs to a later page.
  if (place === -1 && page.cursor !== null) return page;
  return { ...page, records: page.records.toSpliced(place === -1 ? page.records.length : place, 0, added) };
}

function marked(page: LinesPage, removal: Removal | null, isMeant: (stored: StoredLine) => boolean): LinesPage {
  if (!page.records.some(isMeant)) return page;
  return { ...page, records: page.records.map((stored) => (isMeant(stored) ? { ...stored, removal } : stored)) };
}

function isSwept({ line }: StoredLine, { connection_id, author_id, since, until }: Swept): boolean {
  const at = microsecondsOf(line.sent_at);
  const isTheirs = author_id === "" || line.author?.id === author_id;
  return line.connection_id === connection_id && isTheirs && at >= microsecondsOf(since) && at <= microsecondsOf(until);
}
