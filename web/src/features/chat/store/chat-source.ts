import type { ChatEvent, ChatLine, SentMessage, StoredLine } from "../../../api/chat";

export interface LinePage {
  /** Newest first. */
  records: readonly StoredLine[];
  cursor: string | null;
}

export interface PageWanted {
  /** Lines of this moment and older. */
  until?: string;
  cursor?: string;
}

export interface Listener {
  onEvents: (events: ChatEvent[]) => void;
  onRefetch: () => void;
  onDenied: () => void;
}

/** Where a list gets its lines from: the staff's calls, or what everybody may see. */
export interface ChatSource {
  page: (wanted: PageWanted) => Promise<LinePage>;
  /** What people here wrote in that time; nothing where nobody may know. */
  sent: (since: string | null, until: string | null) => Promise<readonly SentMessage[]>;
  listen: (listener: Listener) => () => void;
  /** Whether older pages can be asked for. */
  hasHistory: boolean;
}

/** A little before the line: the message that it is an echo of was written before it came back. */
export function beforeEchoes({ sent_at }: ChatLine): string {
  return new Date(Date.parse(sent_at) - ECHO_MS).toISOString();
}

const ECHO_MS = 120_000;
