import type { ChatEvent, ChatLine, Removal, SentMessage, StoredLine } from "../../../api/chat";
import { lineKey } from "../../../api/chat";
import { microsecondsOf } from "../../../lib/time/microseconds";
import type { ChatSource, LinePage, Listener, PageWanted } from "./chat-source";
import type { ChatWindow } from "./chat-window";

type Change = Exclude<ChatEvent, { type: "line" | "sent" | "refetch" }>;

export function texts({ rows }: Pick<ChatWindow, "rows">): string[] {
  return rows.map((row) => (row.kind === "line" ? row.line.text : row.sent.text));
}

/** The server's half of the law: it stores, tells, and lists what it stored. */
export class FakeServer implements ChatSource {
  hasHistory = true;
  pageSize = 200;
  asked: PageWanted[] = [];
  /** Answers wait for this; a test sets one to let things happen in between. */
  gate: Promise<void> = Promise.resolve();
  failure: unknown = null;
  private readonly stored: StoredLine[] = [];
  private readonly messages = new Map<string, SentMessage>();
  private listener: Listener | null = null;
  private isCut = false;

  page = async (wanted: PageWanted): Promise<LinePage> => {
    this.asked.push(wanted);
    if (this.failure) throw this.failure;
    const until = wanted.until ? microsecondsOf(wanted.until) : Number.POSITIVE_INFINITY;
    const listed = this.inOrder()
      .toReversed()
      .filter(({ line }) => microsecondsOf(line.sent_at) <= until);
    const start = Number(wanted.cursor ?? 0);
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

  /** Nothing is heard until `mend`, which tells the browser to fetch again. */
  cut(): void {
    this.isCut = true;
  }

  mend(): void {
    if (!this.isCut) return;
    this.isCut = false;
    this.listener?.onRefetch();
  }

  deny(): void {
    this.listener?.onDenied();
  }

  happen(...events: ChatEvent[]): void {
    for (const event of events) this.store(event);
    if (!this.isCut) this.listener?.onEvents(events);
  }

  lines(): ChatLine[] {
    return this.inOrder().map(({ line }) => line);
  }

  private store(event: ChatEvent): void {
    if (event.type === "line") this.stored.push({ line: event.line, removal: null });
    else if (event.type === "sent") this.messages.set(event.sent.id, event.sent);
    else if (event.type !== "refetch") this.change(event);
  }

  private change(event: Change): void {
    for (const [place, { line, removal, former_removal = null }] of this.stored.entries()) {
      if (!isMeant(event, line)) continue;
      const next = changed(removal, event);
      this.stored[place] = { line, removal: next, former_removal: next ? null : (removal ?? former_removal) };
    }
  }

  private inOrder(): StoredLine[] {
    return this.stored.toSorted((one, other) => microsecondsOf(one.line.sent_at) - microsecondsOf(other.line.sent_at));
  }
}

/** What named nobody gives way to what names somebody; a sweep leaves alone what is gone. */
function changed(removal: Removal | null, event: Change): Removal | null {
  if (event.type === "restored") return null;
  const isSettled = event.type === "swept" ? removal !== null : Boolean(removal?.by);
  return isSettled ? removal : (event.removal ?? null);
}

function isMeant(event: Change, line: ChatLine): boolean {
  if (event.type !== "swept") return event.lines.map(lineKey).includes(lineKey(line));
  const at = microsecondsOf(line.sent_at);
  if (line.connection_id !== event.connection_id) return false;
  if (event.author_id !== "" && event.author_id !== line.author?.id) return false;
  return at >= microsecondsOf(event.since) && at <= microsecondsOf(event.until);
}
