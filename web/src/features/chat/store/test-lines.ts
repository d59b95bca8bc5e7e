import type { ChatEvent, ChatLine, LineAuthor, Receipt, Removal, SentMessage, StoredLine } from "../../../api/chat";

interface LineOverrides extends Partial<Omit<ChatLine, "author">> {
  /** Time of the line in seconds after `NOON`. */
  second?: number;
  author?: string | LineAuthor;
}

export const NOON = Date.parse("2025-03-04T12:00:00Z");

export function author(id: string, overrides: Partial<LineAuthor> = {}): LineAuthor {
  return { id, login: id, name: id, colour: "#7cc4ff", ...overrides };
}

/** A line whose text is its id. */
export function line(id: string, { second = 0, author: by = "kestrel", ...overrides }: LineOverrides = {}): ChatLine {
  return {
    connection_id: "twitch-1",
    provider: "twitch",
    message_id: id,
    kind: "text",
    sent_at: new Date(NOON + second * 1000).toISOString(),
    text: id,
    parts: [{ kind: "text", text: id }],
    author: typeof by === "string" ? author(by) : by,
    ...overrides,
  };
}

export function stored(id: string, overrides: LineOverrides = {}, removal: Removal | null = null): StoredLine {
  return { line: line(id, overrides), removal };
}

export function lineEvent(id: string, overrides: LineOverrides = {}): ChatEvent {
  return { type: "line", line: line(id, overrides) };
}

export function removal(overrides: Partial<Removal> = {}): Removal {
  return { how: "deleted", at: "2025-03-04T12:00:30Z", ...overrides };
}

export function receipt(overrides: Partial<Receipt> = {}): Receipt {
  return {
    connection_id: "twitch-1",
    provider: "twitch",
    account_name: "",
    state: "pending",
    detail: "",
    reason: "",
    parts: 1,
    message_ids: [],
    attempts: 1,
    ...overrides,
  };
}

export function sent(id: string, overrides: Partial<SentMessage> = {}): SentMessage {
  return {
    id,
    text: "five minute break",
    kind: "message",
    speaker: "me",
    author_name: "Juniper",
    user_id: "u1",
    created_at: "2025-03-04T12:00:00Z",
    reply_to: null,
    receipts: [receipt()],
    revision: 1,
    ...overrides,
  };
}
