import { type ChatEvent, type ChatLine, lineKey, type SentMessage, type StoredLine } from "../../../api/chat";
import { microsecondsOf } from "../../../lib/time/microseconds";
import { beforeEchoes, type ChatSource, type LinePage } from "./chat-source";
import {
  applyEvents,
  type ChatRow,
  type ChatWindow,
  cutOldest,
  EMPTY_WINDOW,
  type Fetched,
  followed,
  MOST_ROWS,
  NOTHING_MISSED,
  oldestMoment,
  rowsOf,
  stoodStill,
  withOlder,
} from "./chat-window";
import { type Clock, EventPacer } from "./event-pacer";

export interface ChatSnapshot {
  window: ChatWindow;
  status: "loading" | "ready" | "failed" | "gone";
  error: unknown;
  isLoadingOlder: boolean;
  olderError: unknown;
  /** Grows when the rows are replaced rather than continued: the list then starts anew. */
  turn: number;
  /** The row to bring into view, after a jump. */
  target: string | null;
}

const START: ChatSnapshot = {
  window: EMPTY_WINDOW,
  status: "loading",
  error: null,
  isLoadingOlder: false,
  olderError: null,
  turn: 0,
  target: null,
};
const PATIENCE_MS = 1_000;
const AGAIN_MS = 2_000;
const REVIVE_MS = 15_000;
// How much of what was said after a line is looked for, at first; a page that holds so many of it is enough.
const AFTER_MS = 300_000;
const ENOUGH_AFTER = 50;
// Halves the time so often: to less than a tenth of a second.
const NARROWER = 12;

/** Where the list goes next. */
interface Place {
  fetched: Fetched;
  isBehind: boolean;
  target: string | null;
}

/** One channel's chat as one screen holds it: what was fetched, and what happened since. */
export class ChatStore {
  private snapshot = START;
  private readonly listeners = new Set<() => void>();
  private readonly pacer: EventPacer<ChatEvent>;
  /** What happens while an answer is on its way, to be applied to it; one for each answer. */
  private readonly journals = new Set<ChatEvent[]>();
  private turn = 0;
  private leave: (() => void) | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private isAtEnd = true;

  constructor(
    private readonly source: ChatSource,
    clock?: Clock,
  ) {
    this.pacer = new EventPacer((events) => this.happened(events), clock);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): ChatSnapshot => this.snapshot;

  /** Starts listening; what it returns stops it. */
  start(): () => void {
    // Being heard comes first and asks for the lines; where no socket gets through they come without it.
    this.again = setTimeout(() => void this.fetchAgain(), PATIENCE_MS);
    this.listen();
    return () => {
      this.turn += 1;
      clearTimeout(this.again);
      this.pacer.clear();
      this.leave?.();
      this.leave = null;
    };
  }

  private listen(): void {
    this.leave?.();
    this.leave = this.source.listen({
      onEvents: (events) => this.pacer.push(events),
      onRefetch: () => void this.fetchAgain(),
      onDenied: () => this.gone(),
    });
  }

  /** While the end is looked at old rows may go; whoever reads further up keeps what is there. */
  setAtEnd(isAtEnd: boolean): void {
    this.isAtEnd = isAtEnd;
    const { window } = this.snapshot;
    if (isAtEnd !== (window.known === null)) this.set({ window: isAtEnd ? followed(window) : stoodStill(window) });
  }

  /** Back to now, from wherever. */
  resume(): void {
    this.isAtEnd = true;
    if (this.snapshot.window.isBehind) void this.fetchAgain(true);
    else if (this.snapshot.target) this.set({ target: null });
  }

  /** What the server answered to a message that this screen sent. */
  addSent(sent: SentMessage): void {
    this.pacer.push([{ type: "sent", sent }]);
  }

  cut(): void {
    if (!this.isAtEnd) return;
    const window = cutOldest(this.snapshot.window);
    if (window !== this.snapshot.window) this.set({ window });
  }

  async loadOlder(): Promise<void> {
    const { window, isLoadingOlder, status } = this.snapshot;
    if (isLoadingOlder || status !== "ready" || !window.hasOlder || !this.source.hasHistory) return;
    const oldest = oldestLine(window.rows);
    if (!oldest) return;
    const { turn } = this;
    this.set({ isLoadingOlder: true, olderError: null });
    const change = await this.during(
      () => this.fetchOlder(window.rows, oldest),
      (fetched, events) => ({ window: replayed(withOlder(this.snapshot.window, fetched), events) }),
    ).catch((olderError: unknown) => ({ olderError }));
    if (turn === this.turn) this.set({ ...change, isLoadingOlder: false });
  }

  /** Shows the chat around a line that was found elsewhere. */
  async jumpTo(line: ChatLine, key: string): Promise<void> {
    if (this.snapshot.window.rows.some((row) => row.key === key)) {
      this.set({ target: key });
      return;
    }
    await this.fetching(async () => {
      const lines = await this.fetchAround(line);
      const sent = await this.sentBeside(lines, line.sent_at);
      return { fetched: { lines, sent, hasOlder: true }, isBehind: true, target: key };
    });
  }

  async fetchAgain(toEnd = this.isAtEnd): Promise<void> {
    await this.fetching(async () => {
      const { window } = this.snapshot;
      const fetched = await (toEnd ? this.fetchNewest(null) : this.fetchReach(window));
      return { fetched, isBehind: toEnd ? false : window.isBehind, target: null };
    });
  }

  private async fetching(fetch: () => Promise<Place>): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    clearTimeout(this.again);
    try {
      const change = await this.during(fetch, (place, events) => this.placed(place, events));
      if (turn === this.turn) this.set({ ...change, turn });
    } catch (error) {
      if (turn === this.turn) this.failed(error);
    }
  }

  /** Asks, and applies to the answer whatever happened meanwhile: it may have been written before or after. */
  private async during<Answer>(
    fetch: () => Promise<Answer>,
    apply: (answer: Answer, events: readonly ChatEvent[]) => Partial<ChatSnapshot>,
  ): Promise<Partial<ChatSnapshot>> {
    const events: ChatEvent[] = [];
    this.pacer.flush();
    this.journals.add(events);
    try {
      const answer = await fetch();
      this.pacer.flush();
      return apply(answer, events);
    } finally {
      this.journals.delete(events);
    }
  }

  private placed({ fetched, isBehind, target }: Place, events: readonly ChatEvent[]): Partial<ChatSnapshot> {
    const plain: ChatWindow = { ...EMPTY_WINDOW, rows: rowsOf(fetched), hasOlder: fetched.hasOlder, isBehind };
    // After a jump somebody stands still elsewhere, and counts from there.
    const window =
      target === null
        ? { ...applyEvents(plain, events), ...this.newsKept(plain) }
        : applyEvents(stoodStill(plain), events);
    return { window, status: "ready", error: null, isLoadingOlder: false, target };
  }

  private newsKept({ rows, isBehind }: ChatWindow): Pick<ChatWindow, "known" | "missed"> {
    const { known, missed } = this.snapshot.window;
    return {
      known: this.isAtEnd || !known ? null : withRowsBefore(known, rows),
      missed: isBehind ? missed : NOTHING_MISSED,
    };
  }

  private failed(error: unknown): void {
    if (isMissing(error)) {
      this.gone();
      return;
    }
    this.set({ error, isLoadingOlder: false, status: this.snapshot.status === "ready" ? "ready" : "failed" });
    this.again = setTimeout(() => void this.fetchAgain(), AGAIN_MS);
  }

  private gone(): void {
    this.turn += 1;
    this.leave?.();
    this.leave = null;
    this.pacer.clear();
    this.set({ ...START, status: "gone" });
    // It may be opened again while this page stays where it is.
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      void this.fetchAgain();
      this.listen();
    }, REVIVE_MS);
  }

  private happened(events: ChatEvent[]): void {
    for (const journal of this.journals) journal.push(...events);
    const window = applyEvents(this.snapshot.window, events);
    if (this.snapshot.status === "ready" && window !== this.snapshot.window) this.set({ window });
    if (events.some(({ type }) => type === "refetch")) void this.fetchAgain();
  }

  private async fetchNewest(until: string | null): Promise<Fetched> {
    const page = await this.source.page(until === null ? {} : { until });
    const sent = await this.sentBeside(page.records, until);
    return { lines: page.records, sent, hasOlder: page.cursor !== null };
  }

  /** As much as is shown, for somebody who reads further up: what they look at must stay in the list. */
  private async fetchReach(window: ChatWindow): Promise<Fetched> {
    const newest = window.isBehind ? newestLine(window.rows) : null;
    const goal = oldestMoment(window.rows);
    let page = await this.source.page(newest ? { until: newest.sent_at } : {});
    const lines = [...page.records];
    while (page.cursor !== null && lines.length < MOST_ROWS && reachesNot(lines, goal)) {
      page = await this.source.page({ ...(newest ? { until: newest.sent_at } : {}), cursor: page.cursor });
      lines.push(...page.records);
    }
    return { lines, sent: await this.sentBeside(lines, newest?.sent_at ?? null), hasOlder: page.cursor !== null };
  }

  // Asked by time, because the page's own mark is lost when old rows leave; more than a page of one moment needs the mark.
  private async fetchOlder(rows: readonly ChatRow[], oldest: ChatLine): Promise<Fetched> {
    const known = new Set(rows.map(({ key }) => key));
    const until = oldest.sent_at;
    let page = await this.source.page({ until });
    const lines = [...page.records];
    while (page.cursor !== null && !bringsNew(page, known)) {
      page = await this.source.page({ until, cursor: page.cursor });
      lines.push(...page.records);
    }
    return { lines, sent: await this.sentBeside(lines, until), hasOlder: page.cursor !== null };
  }

  /** As much after the line as one page holds without a hole between: how long that is depends on how much was said. */
  private async fetchAround(line: ChatLine): Promise<StoredLine[]> {
    const before = (await this.source.page({ until: line.sent_at })).records;
    const at = microsecondsOf(line.sent_at);
    let after: readonly StoredLine[] = [];
    let [reached, tooFar, wanted] = [0, 2 * AFTER_MS, AFTER_MS];
    for (let turn = 0; turn < NARROWER && after.length < ENOUGH_AFTER; turn += 1) {
      const until = new Date(Date.parse(line.sent_at) + wanted).toISOString();
      const { records } = await this.source.page({ until });
      const isTouching = microsecondsOf(records.at(-1)?.line.sent_at ?? line.sent_at) <= at;
      if (isTouching) {
        after = records.filter((record) => microsecondsOf(record.line.sent_at) > at);
        reached = wanted;
        if (reached === AFTER_MS) break;
      } else tooFar = wanted;
      wanted = (reached + tooFar) / 2;
    }
    return [...after, ...before];
  }

  private async sentBeside(lines: readonly StoredLine[], until: string | null): Promise<readonly SentMessage[]> {
    const oldest = lines.at(-1)?.line;
    return this.source.sent(oldest ? beforeEchoes(oldest) : null, until);
  }

  private set(change: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}

/** Pages are fetched whole and may begin before what somebody has looked at: that is nothing new. */
function withRowsBefore(known: ReadonlySet<string>, rows: readonly ChatRow[]): ReadonlySet<string> {
  const first = rows.findIndex(({ key }) => known.has(key));
  return new Set([...known, ...rows.slice(0, Math.max(first, 0)).map(({ key }) => key)]);
}

function oldestLine(rows: readonly ChatRow[]): ChatLine | null {
  const row = rows.find(({ kind }) => kind === "line");
  return row?.kind === "line" ? row.line : null;
}

function newestLine(rows: readonly ChatRow[]): ChatLine | null {
  const row = rows.findLast(({ kind }) => kind === "line");
  return row?.kind === "line" ? row.line : null;
}

function reachesNot(lines: readonly StoredLine[], goal: number): boolean {
  const last = lines.at(-1);
  return last !== undefined && microsecondsOf(last.line.sent_at) > goal;
}

function bringsNew({ records }: LinePage, known: ReadonlySet<string>): boolean {
  return records.some(({ line }) => !known.has(lineKey(line)));
}

/** What is not in the rows was counted when it came. */
function replayed(window: ChatWindow, events: readonly ChatEvent[]): ChatWindow {
  return { ...applyEvents(window, events), missed: window.missed };
}

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "status" in error && error.status === 404;
}
