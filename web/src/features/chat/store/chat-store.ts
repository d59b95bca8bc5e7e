import { type ChatEvent, type ChatLine, lineKey, type SentMessage, type StoredLine } from "../../../api/chat";
import { messageOf } from "../../../api/errors";
import { microsecondsOf } from "../../../lib/time/microseconds";
import { toast } from "../../../ui/toast/toast";
import { type ChatSource, echoSearchStart, type LinePage } from "./chat-source";
import {
  applyEvents,
  type ChatRow,
  type ChatWindow,
  EMPTY_WINDOW,
  type Fetched,
  followWindow,
  MAX_ROWS,
  NOTHING_MISSED,
  oldestTime,
  pauseWindow,
  rowsOf,
  trimOldest,
  withOlder,
} from "./chat-window";
import { type Clock, EventPacer } from "./event-pacer";
import { FILTERS_WORK, type FilterStatus, MAX_HOLD_SILENCE_MS, withFilterEvents } from "./filter-status";

export interface ChatSnapshot {
  window: ChatWindow;
  status: "loading" | "ready" | "failed" | "no_access";
  error: unknown;
  isLoadingOlder: boolean;
  olderError: unknown;
  /** Grows whenever a response replaces all rows. */
  generation: number;
  /** Key of the line to bring into view and mark after a jump. */
  target: string | null;
  filters: FilterStatus;
  /** Number of messages sent from this screen. */
  sentHere: number;
}

const INITIAL_SNAPSHOT: ChatSnapshot = {
  window: EMPTY_WINDOW,
  status: "loading",
  error: null,
  isLoadingOlder: false,
  olderError: null,
  generation: 0,
  target: null,
  filters: FILTERS_WORK,
  sentHere: 0,
};
const SOCKET_WAIT_MS = 1_000;
const RETRY_MS = 2_000;
const REOPEN_MS = 15_000;
// A jump loads the messages of this period after its target, or of a shorter period if they do not fit a page.
const JUMP_AFTER_MS = 300_000;
// The search for a period that fits ends as soon as this many messages after the target are loaded.
const MIN_ROWS_AFTER = 50;
// The shortest period that is tried is below a fifth of a second.
const MAX_SEARCH_STEPS = 12;

/** A fetched window that replaces the current window. */
interface LoadedWindow {
  fetched: Fetched;
  isBehind: boolean;
  target: string | null;
}

/** Chat state of one screen: fetched pages with the live events applied since. */
export class ChatStore {
  private snapshot = INITIAL_SNAPSHOT;
  private readonly listeners = new Set<() => void>();
  private readonly pacer: EventPacer<ChatEvent>;
  /** Each running request has a journal: the live events since its start, which are applied to its response. */
  private readonly journals = new Set<ChatEvent[]>();
  private generation = 0;
  private unsubscribe: (() => void) | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private holdTimer: ReturnType<typeof setTimeout> | undefined;
  private isAtEnd = true;
  private hasLostAccess = false;

  constructor(
    private readonly source: ChatSource,
    clock?: Clock,
  ) {
    this.pacer = new EventPacer((events) => this.applyLive(events), clock);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): ChatSnapshot => this.snapshot;

  /** Subscribes to the source; returns a function that stops the store. */
  start(): () => void {
    // Subscribing triggers the first fetch; the timer triggers it if the socket does not connect.
    this.retryTimer = setTimeout(() => void this.refetch(), SOCKET_WAIT_MS);
    this.listen();
    return () => {
      this.generation += 1;
      this.hasLostAccess = false;
      clearTimeout(this.retryTimer);
      clearTimeout(this.holdTimer);
      this.pacer.clear();
      this.unsubscribe?.();
      this.unsubscribe = null;
    };
  }

  private listen(): void {
    this.hasLostAccess = false;
    this.unsubscribe?.();
    this.unsubscribe = this.source.listen({
      onEvents: (events) => this.pacer.push(events),
      onRefetch: () => void this.refetch(),
      onDenied: () => this.loseAccess(),
    });
  }

  /** Sets whether the list is at its end; if not, unread messages are counted, and old rows are not trimmed. */
  setAtEnd(isAtEnd: boolean): void {
    this.isAtEnd = isAtEnd;
    const { window } = this.snapshot;
    if (isAtEnd !== (window.readKeys === null))
      this.set({ window: isAtEnd ? followWindow(window) : pauseWindow(window) });
  }

  /** Marks all messages so far as read, while the list is paused. */
  markRead(): void {
    if (this.snapshot.window.readKeys) this.set({ window: pauseWindow(this.snapshot.window) });
  }

  /** Returns to the latest messages. */
  resume(): void {
    this.isAtEnd = true;
    if (this.snapshot.window.isBehind) void this.refetch(true);
    else if (this.snapshot.target) this.set({ target: null });
  }

  /** Adds a message that this screen has sent, as the server returned it. */
  addSent(sent: SentMessage): void {
    this.pacer.push([{ type: "sent", sent }]);
    this.set({ sentHere: this.snapshot.sentHere + 1 });
  }

  /** Resets the number of messages that were shown without the filters. */
  dismissUnfiltered(): void {
    this.set({ filters: { ...this.snapshot.filters, unfilteredCount: 0 } });
  }

  trim(): void {
    if (!this.isAtEnd) return;
    const window = trimOldest(this.snapshot.window);
    if (window !== this.snapshot.window) this.set({ window });
  }

  async loadOlder(): Promise<void> {
    const { window, isLoadingOlder, status } = this.snapshot;
    if (isLoadingOlder || status !== "ready" || !window.hasOlder || !this.source.hasHistory) return;
    const oldest = oldestLine(window.rows);
    if (!oldest) return;
    const { generation } = this;
    this.set({ isLoadingOlder: true, olderError: null });
    const change = await this.withJournal(
      () => this.fetchOlder(window.rows, oldest),
      (fetched, events) => ({ window: replay(withOlder(this.snapshot.window, fetched), events) }),
    ).catch((olderError: unknown) => ({ olderError }));
    if (generation === this.generation) this.set({ ...change, isLoadingOlder: false });
  }

  /** Removes the mark of the line that was jumped to. */
  clearTarget(): void {
    if (this.snapshot.target !== null) this.set({ target: null });
  }

  /** Shows the chat around a search result. */
  async jumpTo(line: ChatLine, key: string): Promise<void> {
    if (this.snapshot.window.rows.some((row) => row.key === key)) {
      this.set({ target: key });
      return;
    }
    const fetch = async () => {
      const lines = await this.fetchAround(line);
      const sent = await this.fetchSent(lines, line.sent_at);
      return { fetched: { lines, sent, hasOlder: true }, isBehind: true, target: key };
    };
    await this.load(fetch, (error) => toast.error(messageOf(error)));
    if (this.snapshot.target !== key) return;
    this.setAtEnd(false);
    // Only now, because a new subscription triggers a fetch, which would replace a jump that is still loading.
    if (this.hasLostAccess) this.listen();
  }

  async refetch(toEnd = this.isAtEnd): Promise<void> {
    if (this.hasLostAccess) this.listen();
    await this.load(async () => {
      const { window } = this.snapshot;
      const isNewest = toEnd || window.rows.length === 0;
      const fetched = await (isNewest ? this.fetchNewest(null) : this.fetchSameRange(window));
      return { fetched, isBehind: toEnd ? false : window.isBehind, target: null };
    });
  }

  /** Replaces all rows; `showError` is called for an error that is not shown in place of the rows. */
  private async load(fetch: () => Promise<LoadedWindow>, showError?: (error: unknown) => void): Promise<void> {
    this.generation += 1;
    const { generation } = this;
    clearTimeout(this.retryTimer);
    try {
      const change = await this.withJournal(fetch, (loaded, events) => this.applyLoaded(loaded, events));
      if (generation === this.generation) this.set({ ...change, generation });
    } catch (error) {
      if (generation !== this.generation) return;
      this.handleFailure(error);
      if (this.snapshot.status === "ready") showError?.(error);
    }
  }

  /** Sends a request, and applies the live events that arrive meanwhile to its response, which may lack them. */
  private async withJournal<Response>(
    fetch: () => Promise<Response>,
    apply: (response: Response, events: readonly ChatEvent[]) => Partial<ChatSnapshot>,
  ): Promise<Partial<ChatSnapshot>> {
    const events: ChatEvent[] = [];
    this.pacer.flush();
    this.journals.add(events);
    try {
      const response = await fetch();
      this.pacer.flush();
      return apply(response, events);
    } finally {
      this.journals.delete(events);
    }
  }

  private applyLoaded(
    { fetched, isBehind, target }: LoadedWindow,
    events: readonly ChatEvent[],
  ): Partial<ChatSnapshot> {
    const fetchedWindow: ChatWindow = { ...EMPTY_WINDOW, rows: rowsOf(fetched), hasOlder: fetched.hasOlder, isBehind };
    // After a jump the list is paused, and messages that arrive from then on are unread.
    const window =
      target === null
        ? { ...applyEvents(fetchedWindow, events), ...this.unreadState(fetchedWindow) }
        : applyEvents(pauseWindow(fetchedWindow), events);
    return { window, status: "ready", error: null, isLoadingOlder: false, target };
  }

  private unreadState({ rows, isBehind }: ChatWindow): Pick<ChatWindow, "readKeys" | "missed"> {
    const { readKeys, missed } = this.snapshot.window;
    return {
      readKeys: this.isAtEnd || !readKeys ? null : withEarlierRows(readKeys, rows),
      missed: isBehind ? missed : NOTHING_MISSED,
    };
  }

  private handleFailure(error: unknown): void {
    if (isNotFound(error)) {
      this.loseAccess();
      return;
    }
    this.set({ error, isLoadingOlder: false, status: this.snapshot.status === "ready" ? "ready" : "failed" });
    this.retryTimer = setTimeout(() => void this.refetch(), RETRY_MS);
  }

  private loseAccess(): void {
    this.generation += 1;
    this.hasLostAccess = true;
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.pacer.clear();
    this.set({ ...INITIAL_SNAPSHOT, status: "no_access" });
    // Access may be granted again while this page stays open.
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.refetch(), REOPEN_MS);
  }

  private applyLive(events: ChatEvent[]): void {
    for (const journal of this.journals) journal.push(...events);
    const window = applyEvents(this.snapshot.window, events);
    if (this.snapshot.status === "ready" && window !== this.snapshot.window) this.set({ window });
    this.updateFilterStatus(events);
    if (events.some(({ type }) => type === "refetch")) void this.refetch();
  }

  private updateFilterStatus(events: readonly ChatEvent[]): void {
    const filters = withFilterEvents(this.snapshot.filters, events);
    if (filters !== this.snapshot.filters) this.set({ filters });
    if (!events.some(({ type }) => type === "held")) return;
    clearTimeout(this.holdTimer);
    this.holdTimer = setTimeout(() => this.updateFilterStatus([{ type: "released" }]), MAX_HOLD_SILENCE_MS);
  }

  private async fetchNewest(until: string | null): Promise<Fetched> {
    const page = await this.source.page(until === null ? {} : { until });
    const sent = await this.fetchSent(page.records, until);
    return { lines: page.records, sent, hasOlder: page.cursor !== null };
  }

  /** Fetches the period of the current rows, so that the rows being read stay in the list. */
  private async fetchSameRange(window: ChatWindow): Promise<Fetched> {
    const newest = window.isBehind ? newestLine(window.rows) : null;
    const oldest = oldestTime(window.rows);
    let page = await this.source.page(newest ? { until: newest.sent_at } : {});
    const lines = [...page.records];
    while (page.cursor !== null && lines.length < MAX_ROWS && isNewerThan(lines, oldest)) {
      page = await this.source.page({ ...(newest ? { until: newest.sent_at } : {}), cursor: page.cursor });
      lines.push(...page.records);
    }
    return { lines, sent: await this.fetchSent(lines, newest?.sent_at ?? null), hasOlder: page.cursor !== null };
  }

  // Pages are requested by time, because trimmed rows have no cursor; the cursor serves after a page without new lines.
  private async fetchOlder(rows: readonly ChatRow[], oldest: ChatLine): Promise<Fetched> {
    const loadedKeys = new Set(rows.map(({ key }) => key));
    const until = oldest.sent_at;
    let page = await this.source.page({ until });
    const lines = [...page.records];
    while (page.cursor !== null && !hasNewLines(page, loadedKeys)) {
      page = await this.source.page({ until, cursor: page.cursor });
      lines.push(...page.records);
    }
    return { lines, sent: await this.fetchSent(lines, until), hasOlder: page.cursor !== null };
  }

  /** Fetches a page of lines up to the target, and the lines of a period after it that fits one page. */
  private async fetchAround(line: ChatLine): Promise<StoredLine[]> {
    const before = (await this.source.page({ until: line.sent_at })).records;
    const at = microsecondsOf(line.sent_at);
    let after: readonly StoredLine[] = [];
    let [loadedPeriod, tooLongPeriod, period] = [0, 2 * JUMP_AFTER_MS, JUMP_AFTER_MS];
    for (let step = 0; step < MAX_SEARCH_STEPS && after.length < MIN_ROWS_AFTER; step += 1) {
      const until = new Date(Date.parse(line.sent_at) + period).toISOString();
      const { records } = await this.source.page({ until });
      const isGapless = microsecondsOf(records.at(-1)?.line.sent_at ?? line.sent_at) <= at;
      if (isGapless) {
        after = records.filter((record) => microsecondsOf(record.line.sent_at) > at);
        loadedPeriod = period;
        if (loadedPeriod === JUMP_AFTER_MS) break;
      } else tooLongPeriod = period;
      period = (loadedPeriod + tooLongPeriod) / 2;
    }
    return [...after, ...before];
  }

  private async fetchSent(lines: readonly StoredLine[], until: string | null): Promise<readonly SentMessage[]> {
    const oldest = lines.at(-1)?.line;
    return this.source.sent(oldest ? echoSearchStart(oldest) : null, until);
  }

  private set(change: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}

/** The read keys and the keys of all rows before the first read row: older rows are not unread. */
function withEarlierRows(readKeys: ReadonlySet<string>, rows: readonly ChatRow[]): ReadonlySet<string> {
  const first = rows.findIndex(({ key }) => readKeys.has(key));
  return new Set([...readKeys, ...rows.slice(0, Math.max(first, 0)).map(({ key }) => key)]);
}

function oldestLine(rows: readonly ChatRow[]): ChatLine | null {
  const row = rows.find(({ kind }) => kind === "line");
  return row?.kind === "line" ? row.line : null;
}

function newestLine(rows: readonly ChatRow[]): ChatLine | null {
  const row = rows.findLast(({ kind }) => kind === "line");
  return row?.kind === "line" ? row.line : null;
}

function isNewerThan(lines: readonly StoredLine[], oldest: number): boolean {
  const last = lines.at(-1);
  return last !== undefined && microsecondsOf(last.line.sent_at) > oldest;
}

function hasNewLines({ records }: LinePage, loadedKeys: ReadonlySet<string>): boolean {
  return records.some(({ line }) => !loadedKeys.has(lineKey(line)));
}

/** Applies events again after older rows were added; does not count missed lines a second time. */
function replay(window: ChatWindow, events: readonly ChatEvent[]): ChatWindow {
  return { ...applyEvents(window, events), missed: window.missed };
}

function isNotFound(error: unknown): boolean {
  return typeof error === "object" && error !== null && "status" in error && error.status === 404;
}
