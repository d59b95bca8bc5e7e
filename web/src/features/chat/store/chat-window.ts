import {
  type ChatEvent,
  type ChatLine,
  lineKey,
  type Removal,
  type SentMessage,
  type StoredLine,
} from "../../../api/chat";
import { microsecondsOf } from "../../../lib/time/microseconds";

export interface LineRow {
  readonly kind: "line";
  readonly key: string;
  /** Microseconds since 1970, as the platform says. */
  readonly at: number;
  readonly line: ChatLine;
  readonly removal: Removal | null;
  /** It stands again here, but what a platform took away stays away there. */
  readonly former: Removal | null;
}

export interface SentRow {
  readonly kind: "sent";
  readonly key: string;
  readonly at: number;
  readonly sent: SentMessage;
}

export type ChatRow = LineRow | SentRow;

/** A stretch of the chat without holes, oldest first. Its end is now, unless `isBehind`. */
export interface ChatWindow {
  readonly rows: readonly ChatRow[];
  readonly hasOlder: boolean;
  /** Newer lines exist that are not in the rows: they come with the next fetch. */
  readonly isBehind: boolean;
  /** What was there, or is older, when somebody stopped following: all else is new to them. Null while they follow. */
  readonly known: ReadonlySet<string> | null;
  readonly missed: Missed;
}

/** What was said after the rows and is not in them. */
export interface Missed {
  /** The last of them, oldest first: a sent message and its echoes come shortly after each other. */
  readonly recent: readonly ChatRow[];
  /** Those before, as they would be shown. */
  readonly lines: number;
  readonly bots: number;
}

export const NOTHING_MISSED: Missed = { recent: [], lines: 0, bots: 0 };
export const EMPTY_WINDOW: ChatWindow = {
  rows: [],
  hasOlder: false,
  isBehind: false,
  known: null,
  missed: NOTHING_MISSED,
};

/** While the end is looked at, older rows leave in one go, so that the list is not cut at every line. */
export const KEPT_ROWS = 2_000;
export const CUT_ABOVE = 2_400;
/** Somebody who reads further up keeps more, yet not everything that is said meanwhile. */
export const MOST_ROWS = 6_000;
// Of what is left out: the echoes of a message come within seconds.
const RECENT_ROWS = 200;

// A platform that says that a line is gone, without more words.
const JUST_GONE: Removal = { how: "deleted", at: "1970-01-01T00:00:00Z" };

export function lineRow({ line, removal, former_removal: former = null }: StoredLine): LineRow {
  return { kind: "line", key: lineKey(line), at: microsecondsOf(line.sent_at), line, removal, former };
}

export function sentRow(sent: SentMessage): SentRow {
  return { kind: "sent", key: `sent:${sent.id}`, at: microsecondsOf(sent.created_at), sent };
}

export interface Fetched {
  /** Newest first, as the server lists them. */
  lines: readonly StoredLine[];
  sent: readonly SentMessage[];
  hasOlder: boolean;
}

/** What was fetched, in the order of the list. */
export function rowsOf({ lines, sent }: Pick<Fetched, "lines" | "sent">): ChatRow[] {
  const rows: ChatRow[] = [];
  const keys = new Set<string>();
  for (const row of [...lines.toReversed().map(lineRow), ...sent.map(sentRow)]) {
    if (keys.has(row.key)) continue;
    keys.add(row.key);
    insert(rows, row);
  }
  return rows;
}

/** The rows before what is shown; lines of the same moment are asked for twice and kept once. */
export function withOlder(window: ChatWindow, fetched: Fetched): ChatWindow {
  const held = new Set(window.rows.map(({ key }) => key));
  const older = rowsOf(fetched).filter(({ key }) => !held.has(key));
  const rows = [...older];
  for (const row of window.rows) insert(rows, row);
  // The newest go: they are asked for again when somebody goes back to now.
  const kept = rows.slice(0, MOST_ROWS);
  const isBehind = window.isBehind || kept.length < rows.length;
  const known = window.known && new Set([...window.known, ...older.map(({ key }) => key)]);
  const fresh = rows.slice(MOST_ROWS).filter(({ key }) => known?.has(key) === false);
  const missed = fresh.length > 0 ? folded(fresh, window.missed, rows) : window.missed;
  return { rows: kept, hasOlder: fetched.hasOlder, isBehind, known, missed };
}

/** From now on what comes is new. */
export function stoodStill(window: ChatWindow): ChatWindow {
  return { ...window, known: new Set(window.rows.map(({ key }) => key)), missed: NOTHING_MISSED };
}

/** Nothing is new to somebody who follows. */
export function followed(window: ChatWindow): ChatWindow {
  return window.known ? { ...window, known: null, missed: NOTHING_MISSED } : window;
}

/** Keeps the last of what was missed and counts what came before. */
function folded(more: readonly ChatRow[], missed: Missed, rows: readonly ChatRow[]): Missed {
  const recent = [...more, ...missed.recent];
  if (recent.length <= 2 * RECENT_ROWS) return { ...missed, recent };
  const echoes = echoesOf([...rows, ...recent]);
  const leaving = recent.slice(0, -RECENT_ROWS).filter(({ key }) => !echoes.has(key));
  const bots = leaving.filter((row) => row.kind === "line" && row.line.author?.is_bot).length;
  return {
    recent: recent.slice(-RECENT_ROWS),
    lines: missed.lines + leaving.length - bots,
    bots: missed.bots + bots,
  };
}

/** The window after what happened, in the order in which it happened. */
export function applyEvents(window: ChatWindow, events: readonly ChatEvent[]): ChatWindow {
  const draft = new Draft(window);
  for (const event of events) draft.apply(event);
  return draft.done();
}

/** Forgets the oldest rows while the end is looked at. */
export function cutOldest(window: ChatWindow): ChatWindow {
  if (window.rows.length <= CUT_ABOVE) return window;
  return { ...window, rows: window.rows.slice(-KEPT_ROWS), hasOlder: true };
}

/** The lines that a sent message stands for: they came back from the platforms. */
export function echoesOf(rows: readonly ChatRow[]): Set<string> {
  const echoes = new Set<string>();
  for (const row of rows) {
    if (row.kind !== "sent") continue;
    for (const { connection_id, message_ids } of row.sent.receipts)
      for (const message_id of message_ids) echoes.add(lineKey({ connection_id, message_id }));
  }
  return echoes;
}

class Draft {
  private rows: ChatRow[];
  private places: Map<string, ChatRow> | null = null;
  private isBehind: boolean;
  private recent: ChatRow[] | null = null;
  private isTouched = false;

  constructor(private readonly before: ChatWindow) {
    this.rows = [...before.rows];
    this.isBehind = before.isBehind;
  }

  apply(event: ChatEvent): void {
    if (event.type === "line") this.add(lineRow({ line: event.line, removal: null }));
    else if (event.type === "sent") this.add(sentRow(event.sent));
    else if (event.type === "removed") this.remove(keysOf(event.lines), event.removal ?? JUST_GONE);
    else if (event.type === "restored") this.mark(keysOf(event.lines), null);
    else if (event.type === "swept") this.sweep(event);
  }

  done(): ChatWindow {
    if (!this.isTouched) return this.before;
    return { ...this.before, rows: this.rows, isBehind: this.isBehind, missed: this.missed() };
  }

  private add(row: ChatRow): void {
    const known = this.known().get(row.key);
    if (known) this.replace(known, merged(known, row));
    // What is older than the rows is loaded when somebody scrolls there; alone it would stand above a hole.
    else if (!this.before.hasOlder || row.at >= oldestMoment(this.rows)) this.append(row);
  }

  private append(row: ChatRow): void {
    this.isTouched = true;
    this.isBehind ||= this.rows.length >= MOST_ROWS;
    // Without the lines between, a new one would stand beside one that is hours older.
    if (this.isBehind && this.isAfterEnd(row)) {
      this.miss(row);
      return;
    }
    insert(this.rows, row);
    this.known().set(row.key, row);
  }

  private missed(): Missed {
    const { missed } = this.before;
    return this.recent ? folded([], { ...missed, recent: this.recent }, this.rows) : missed;
  }

  private miss(row: ChatRow): void {
    this.recent ??= [...this.before.missed.recent];
    const place = this.recent.findLastIndex(({ key }) => key === row.key);
    if (place < 0) this.recent.push(row);
    else this.recent[place] = row;
  }

  private isAfterEnd(row: ChatRow): boolean {
    const last = this.rows.at(-1);
    return !last || row.at >= last.at;
  }

  /** The server tells it of lines one by one: again only when it has learnt who did it. */
  private remove(keys: ReadonlySet<string>, removal: Removal): void {
    for (const key of keys) {
      const row = this.known().get(key);
      if (row?.kind === "line" && !row.removal?.by) this.replace(row, { ...row, removal, former: null });
    }
  }

  private mark(keys: ReadonlySet<string>, removal: Removal | null): void {
    for (const key of keys) {
      const row = this.known().get(key);
      if (row?.kind !== "line") continue;
      // Whoever was first stays named: what is gone cannot be removed again.
      if (removal && row.removal) continue;
      this.replace(row, { ...row, removal, former: removal ? null : (row.removal ?? row.former) });
    }
  }

  private sweep({ connection_id, author_id, since, until, removal }: Extract<ChatEvent, { type: "swept" }>): void {
    const [from, to] = [microsecondsOf(since), microsecondsOf(until)];
    const isMeant = (row: ChatRow) =>
      row.kind === "line" &&
      row.line.connection_id === connection_id &&
      (author_id === "" || row.line.author?.id === author_id) &&
      row.at >= from &&
      row.at <= to;
    this.mark(new Set(this.rows.filter(isMeant).map(({ key }) => key)), removal ?? JUST_GONE);
  }

  private replace(old: ChatRow, row: ChatRow): void {
    this.isTouched = true;
    const place = this.rows.indexOf(old, firstAt(this.rows, old.at));
    if (old.at === row.at) this.rows[place] = row;
    else {
      this.rows.splice(place, 1);
      insert(this.rows, row);
    }
    this.known().set(row.key, row);
  }

  private known(): Map<string, ChatRow> {
    this.places ??= new Map(this.rows.map((row) => [row.key, row]));
    return this.places;
  }
}

function merged(known: ChatRow, row: ChatRow): ChatRow {
  if (row.kind === "line" && known.kind === "line") return { ...known, at: row.at, line: row.line };
  // The answer to a call may come after the live event that knows more.
  return row.kind === "sent" && known.kind === "sent" && row.sent.revision < known.sent.revision ? known : row;
}

/** Behind everything of the same moment: the server numbers lines as they come. */
function insert(rows: ChatRow[], row: ChatRow): void {
  let place = rows.length;
  while (place > 0 && comesAfter(rows[place - 1], row)) place -= 1;
  if (place === rows.length) rows.push(row);
  else rows.splice(place, 0, row);
}

function comesAfter(other: ChatRow | undefined, row: ChatRow): boolean {
  if (other === undefined || other.at !== row.at) return other !== undefined && other.at > row.at;
  return other.kind === "sent" && row.kind === "line";
}

/** Of the oldest line: sent messages from shortly before may stand above it, for the sake of their echoes. */
export function oldestMoment(rows: readonly ChatRow[]): number {
  return rows.find(({ kind }) => kind === "line")?.at ?? Number.NEGATIVE_INFINITY;
}

function firstAt(rows: readonly ChatRow[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keysOf(lines: readonly { connection_id: string; message_id: string }[]): Set<string> {
  return new Set(lines.map(lineKey));
}
