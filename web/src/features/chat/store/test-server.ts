import type { ChatEvent, ChatLine, Removal, SentMessage, StoredLine } from "../../../api/chat";
import { lineKey } from "../../../api/chat";
import { microsecondsOf } from "../../../lib/time/microseconds";
import type { ChatSource, LinePage, Listener, PageQuery } from "./chat-source";
import type { ChatWindow } from "./chat-window";

type Change = Extract<ChatEvent, { type: "removed" | "restored" | "swept" }>;

export function texts({ rows }: Pick<ChatWindow, "rows">): string[] {
  return rows.map((row) => (row.kind === "line" ? row.line.text : row.sent.text));
}

/** In-memory server: stores lines, lists them and sends live events. */
export class FakeServer implements ChatSource {
  hasHistory = true;
  pageSize = 200;
  queries: PageQuery[] = [];
  /** Responses of `page` wait for this promise; a test replaces it to send events in between. */
  gate: Promise<void> = Promise.resolve();
  failure: unknown = null;
  private readonly stored: StoredLine[] = [];
  private readonly messages = new Map<string, SentMessage>();
  private listener: Listener | null = null;
  private isDisconnected = false;

  page = async (query: PageQuery): Promise<LinePage> => {
    this.queries.push(query);
    if (this.failure) throw this.failure;
    const until = query.until ? microsecondsOf(query.until) : Number.POSITIVE_INFINITY;
    const listed = this.inOrder()
      .toReversed()
      .filter(({ line }) => microsecondsOf(line.sent_at) <= until);
    const start = Number(query.cursor ?? 0);
    const records = listed.slice(start, start + this.pageSize);
    const cursor = start + this.pageSize < listed.length ? String(start + this.pageSize) : null;
    await this.gate;
    return { records, cursor };
  };

  sent = async (since: string | null, until: string | null): Promise<SentMessage[]> =>
    [...this.messages.values()].filter(
      ({ created_at: at }) =>
        (since === null || microsecondsOf(at) >= microsecondsOf(since)) &&
        (until === null || microsecondsOf(at) <= microsecondsOf(until)),
    );

  listen = (listener: Listener): (() => void) => {
    this.listener = listener;
    listener.onRefetch();
    return () => {
      this.listener = null;
    };
  };

  /** No events are delivered until `reconnect`, which triggers a refetch. */
  disconnect(): void {
    this.isDisconnected = true;
  }

  reconnect(): void {
    if (!this.isDisconnected) return;
    this.isDisconnected = false;
    this.listener?.onRefetch();
  }

  deny(): void {
    this.listener?.onDenied();
  }

  emit(...events: ChatEvent[]): void {
    for (const event of events) this.store(event);
    if (!this.isDisconnected) this.listener?.onEvents(events);
  }

  lines(): ChatLine[] {
    return this.inOrder().map(({ line }) => line);
  }

  private store(event: ChatEvent): void {
    if (event.type === "line") this.stored.push({ line: event.line, removal: null });
    else if (event.type === "sent") this.messages.set(event.sent.id, event.sent);
    else if (event.type === "removed" || event.type === "restored" || event.type === "swept") this.change(event);
  }

  private change(event: Change): void {
    for (const [index, { line, removal, former_removal = null }] of this.stored.entries()) {
      if (!isAffected(event, line)) continue;
      const next = removalAfter(removal, event);
      this.stored[index] = { line, removal: next, former_removal: next ? null : (removal ?? former_removal) };
    }
  }

  private inOrder(): StoredLine[] {
    return this.stored.toSorted((one, other) => microsecondsOf(one.line.sent_at) - microsecondsOf(other.line.sent_at));
  }
}

/** The removal of a line after an event: `swept` keeps an earlier removal, `removed` only one with an actor. */
function removalAfter(removal: Removal | null, event: Change): Removal | null {
  if (event.type === "restored") return null;
  const isFinal = event.type === "swept" ? removal !== null : Boolean(removal?.by);
  return isFinal ? removal : (event.removal ?? null);
}

function isAffected(event: Change, line: ChatLine): boolean {
  if (event.type !== "swept") return event.lines.map(lineKey).includes(lineKey(line));
  const at = microsecondsOf(line.sent_at);
  if (line.connection_id !== event.connection_id) return false;
  if (event.author_id !== "" && event.author_id !== line.author?.id) return false;
  return at >= microsecondsOf(event.since) && at <= microsecondsOf(event.until);
}
