import type { ChatEvent, ChatLine, LineAuthor, Receipt, Removal, SentMessage, StoredLine } from "../../../api/chat";

interface Facts extends Partial<Omit<ChatLine, "author">> {
  /** Seconds after noon. */
  second?: number;
  author?: string | LineAuthor;
}

export const NOON = Date.parse("2025-03-04T12:00:00Z");

export function author(id: string, facts: Partial<LineAuthor> = {}): LineAuthor {
  return { id, login: id, name: id, colour: "#7cc4ff", ...facts };
}

/** A line whose text is its id. */
export function line(id: string, { second = 0, author: by = "kestrel", ...facts }: Facts = {}): ChatLine {
  return {
    connection_id: "twitch-1",
    provider: "twitch",
    message_id: id,
    kind: "text",
    sent_at: new Date(NOON + second * 1000).toISOString(),
    text: id,
    parts: [{ kind: "text", text: id }],
    author: typeof by === "string" ? author(by) : by,
    ...facts,
  };
}

export function stored(id: string, facts: Facts = {}, removal: Removal | null = null): StoredLine {
  return { line: line(id, facts), removal };
}

export function lineEvent(id: string, facts: Facts = {}): ChatEvent {
  return { type: "line", line: line(id, facts) };
}

export function removal(facts: Partial<Removal> = {}): Removal {
  return { how: "deleted", at: "2025-03-04T12:00:30Z", ...facts };
}

export function receipt(facts: Partial<Receipt> = {}): Receipt {
  return {
    connection_id: "twitch-1",
    provider: "twitch",
    state: "pending",
    detail: "",
    reason: "",
    parts: 1,
    message_ids: [],
    attempts: 1,
    ...facts,
  };
}

export function sent(id: string, facts: Partial<SentMessage> = {}): SentMessage {
  return {
    id,
    text: "five minute break",
    speaker: "me",
    author_name: "Juniper",
    user_id: "u1",
    created_at: "2025-03-04T12:00:00Z",
    reply_to: null,
    receipts: [receipt()],
    revision: 1,
    ...facts,
  };
}
