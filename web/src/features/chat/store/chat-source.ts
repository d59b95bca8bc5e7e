import type { ChatEvent, ChatLine, SentMessage, StoredLine } from "../../../api/chat";

export interface LinePage {
  /** Newest first. */
  records: readonly StoredLine[];
  cursor: string | null;
}

export interface PageQuery {
  /** Lines up to and including this time. */
  until?: string;
  cursor?: string;
}

export interface Listener {
  onEvents: (events: ChatEvent[]) => void;
  onRefetch: () => void;
  onDenied: () => void;
}

/** Data source of a chat list: the API of the staff or the public API. */
export interface ChatSource {
  page: (query: PageQuery) => Promise<LinePage>;
  /** Messages sent from Greenroom in a period, null for an open end; empty if the user may not see them. */
  sent: (since: string | null, until: string | null) => Promise<readonly SentMessage[]>;
  listen: (listener: Listener) => () => void;
  /** Whether older pages can be fetched. */
  hasHistory: boolean;
}

/** Earliest time at which a message may have been sent from Greenroom if this line is its echo. */
export function echoSearchStart({ sent_at }: ChatLine): string {
  return new Date(Date.parse(sent_at) - MAX_ECHO_DELAY_MS).toISOString();
}

const MAX_ECHO_DELAY_MS = 120_000;
