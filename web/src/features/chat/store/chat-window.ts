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
  /** Microseconds since 1970, by the platform's clock. */
  readonly at: number;
  readonly line: ChatLine;
  readonly removal: Removal | null;
  /** A removal that was undone in Greenroom; the message may still be deleted on the platform. */
  readonly formerRemoval: Removal | null;
}

export interface SentRow {
  readonly kind: "sent";
  readonly key: string;
  readonly at: number;
  readonly sent: SentMessage;
}

export type ChatRow = LineRow | SentRow;

/** Consecutive messages of the chat, oldest first. They end with the latest message, unless `isBehind`. */
export interface ChatWindow {
  readonly rows: readonly ChatRow[];
  readonly hasOlder: boolean;
  /** Whether newer lines exist that are not in the rows. */
  readonly isBehind: boolean;
  /** Keys of the rows that count as read while the list is paused; null while following. */
  readonly readKeys: ReadonlySet<string> | null;
  readonly missed: Missed;
}

/** Lines that are newer than the rows of the window and not among them. */
export interface Missed {
  /** The latest missed rows, oldest first: needed to match sent messages with their echoes. */
  readonly recent: readonly ChatRow[];
  /** Number of missed lines before `recent`, without lines of bots. */
  readonly lines: number;
  /** Number of missed lines of bots before `recent`. */
  readonly bots: number;
}

export const NOTHING_MISSED: Missed = { recent: [], lines: 0, bots: 0 };
export const EMPTY_WINDOW: ChatWindow = {
  rows: [],
  hasOlder: false,
  isBehind: false,
  readKeys: null,
  missed: NOTHING_MISSED,
};

/** While following, more rows than `TRIM_ABOVE` are trimmed to `ROWS_AFTER_TRIM`: in batches, not with every line. */
export const ROWS_AFTER_TRIM = 2_000;
export const TRIM_ABOVE = 2_400;
/** Maximum number of rows while paused. */
export const MAX_ROWS = 6_000;
// At least this many missed rows are kept to match echoes, which arrive within seconds.
const MAX_RECENT_ROWS = 200;

// Shown for platforms that report a deletion without details.
const REMOVAL_WITHOUT_DETAILS: Removal = { how: "deleted", at: "1970-01-01T00:00:00Z" };

export function lineRow({ line, removal, former_removal: formerRemoval = null }: StoredLine): LineRow {
  return { kind: "line", key: lineKey(line), at: microsecondsOf(line.sent_at), line, removal, formerRemoval };
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

/** The fetched rows, oldest first. */
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

/** Prepends older rows; lines with the timestamp of the oldest row are fetched twice and kept once. */
export function withOlder(window: ChatWindow, fetched: Fetched): ChatWindow {
  const present = new Set(window.rows.map(({ key }) => key));
  const older = rowsOf(fetched).filter(({ key }) => !present.has(key));
  const rows = [...older];
  for (const row of window.rows) insert(rows, row);
  // Above the limit the newest rows are dropped; jumping to the latest fetches them again.
  const oldest = rows.slice(0, MAX_ROWS);
  const isBehind = window.isBehind || oldest.length < rows.length;
  const readKeys = window.readKeys && new Set([...window.readKeys, ...older.map(({ key }) => key)]);
  const unread = rows.slice(MAX_ROWS).filter(({ key }) => readKeys?.has(key) === false);
  const missed = unread.length > 0 ? mergeMissed(unread, window.missed, rows) : window.missed;
  return { rows: oldest, hasOlder: fetched.hasOlder, isBehind, readKeys, missed };
}

/** Pauses the window: rows added from now on count as unread. */
export function pauseWindow(window: ChatWindow): ChatWindow {
  return { ...window, readKeys: new Set(window.rows.map(({ key }) => key)), missed: NOTHING_MISSED };
}

export function followWindow(window: ChatWindow): ChatWindow {
  return window.readKeys ? { ...window, readKeys: null, missed: NOTHING_MISSED } : window;
}

/** Keeps the latest missed rows and counts the earlier ones. */
function mergeMissed(more: readonly ChatRow[], missed: Missed, rows: readonly ChatRow[]): Missed {
  const recent = [...more, ...missed.recent];
  if (recent.length <= 2 * MAX_RECENT_ROWS) return { ...missed, recent };
  const echoes = echoKeysOf([...rows, ...recent]);
  const dropped = recent.slice(0, -MAX_RECENT_ROWS).filter(({ key }) => !echoes.has(key));
  const bots = dropped.filter((row) => row.kind === "line" && row.line.author?.is_bot).length;
  return {
    recent: recent.slice(-MAX_RECENT_ROWS),
    lines: missed.lines + dropped.length - bots,
    bots: missed.bots + bots,
  };
}

export function applyEvents(window: ChatWindow, events: readonly ChatEvent[]): ChatWindow {
  const draft = new WindowUpdate(window);
  for (const event of events) draft.apply(event);
  return draft.done();
}

export function trimOldest(window: ChatWindow): ChatWindow {
  if (window.rows.length <= TRIM_ABOVE) return window;
  return { ...window, rows: window.rows.slice(-ROWS_AFTER_TRIM), hasOlder: true };
}

/** Keys of the lines that are echoes of sent messages. */
export function echoKeysOf(rows: readonly ChatRow[]): Set<string> {
  const echoes = new Set<string>();
  for (const row of rows) {
    if (row.kind !== "sent") continue;
    for (const { connection_id, message_ids } of row.sent.receipts)
      for (const message_id of message_ids) echoes.add(lineKey({ connection_id, message_id }));
  }
  return echoes;
}

class WindowUpdate {
  private rows: ChatRow[];
  private byKey: Map<string, ChatRow> | null = null;
  private isBehind: boolean;
  private recent: ChatRow[] | null = null;
  private isChanged = false;

  constructor(private readonly before: ChatWindow) {
    this.rows = [...before.rows];
    this.isBehind = before.isBehind;
  }

  apply(event: ChatEvent): void {
    if (event.type === "line") this.add(lineRow({ line: event.line, removal: null }));
    else if (event.type === "sent") this.add(sentRow(event.sent));
    else if (event.type === "removed") this.remove(keysOf(event.lines), event.removal ?? REMOVAL_WITHOUT_DETAILS);
    else if (event.type === "restored") this.setRemoval(keysOf(event.lines), null);
    else if (event.type === "swept") this.sweep(event);
  }

  done(): ChatWindow {
    if (!this.isChanged) return this.before;
    return { ...this.before, rows: this.rows, isBehind: this.isBehind, missed: this.missed() };
  }

  private add(row: ChatRow): void {
    const existing = this.rowsByKey().get(row.key);
    if (existing) this.replace(existing, mergeRow(existing, row));
    // A line older than the rows is loaded when the user scrolls up: between it and the rows there may be a gap.
    else if (!this.before.hasOlder || row.at >= oldestTime(this.rows)) this.append(row);
  }

  private append(row: ChatRow): void {
    this.isChanged = true;
    this.isBehind ||= this.rows.length >= MAX_ROWS;
    // While newer lines are missing, a new line is not appended: there would be a gap before it.
    if (this.isBehind && this.isAfterEnd(row)) {
      this.addMissed(row);
      return;
    }
    insert(this.rows, row);
    this.rowsByKey().set(row.key, row);
  }

  private missed(): Missed {
    const { missed } = this.before;
    return this.recent ? mergeMissed([], { ...missed, recent: this.recent }, this.rows) : missed;
  }

  private addMissed(row: ChatRow): void {
    this.recent ??= [...this.before.missed.recent];
    const index = this.recent.findLastIndex(({ key }) => key === row.key);
    if (index < 0) this.recent.push(row);
    else this.recent[index] = row;
  }

  private isAfterEnd(row: ChatRow): boolean {
    const last = this.rows.at(-1);
    return !last || row.at >= last.at;
  }

  /** Marks the lines as removed; replaces an earlier removal only if that has no actor. */
  private remove(keys: ReadonlySet<string>, removal: Removal): void {
    for (const key of keys) {
      const row = this.rowsByKey().get(key);
      if (row?.kind === "line" && !row.removal?.by) this.replace(row, { ...row, removal, formerRemoval: null });
    }
  }

  private setRemoval(keys: ReadonlySet<string>, removal: Removal | null): void {
    for (const key of keys) {
      const row = this.rowsByKey().get(key);
      if (row?.kind !== "line") continue;
      // The first removal counts: a deleted line cannot be deleted again.
      if (removal && row.removal) continue;
      this.replace(row, { ...row, removal, formerRemoval: removal ? null : (row.removal ?? row.formerRemoval) });
    }
  }

  private sweep({ connection_id, author_id, since, until, removal }: Extract<ChatEvent, { type: "swept" }>): void {
    const [from, to] = [microsecondsOf(since), microsecondsOf(until)];
    const isAffected = (row: ChatRow) =>
      row.kind === "line" &&
      row.line.connection_id === connection_id &&
      (author_id === "" || row.line.author?.id === author_id) &&
      row.at >= from &&
      row.at <= to;
    this.setRemoval(new Set(this.rows.filter(isAffected).map(({ key }) => key)), removal ?? REMOVAL_WITHOUT_DETAILS);
  }

  private replace(old: ChatRow, row: ChatRow): void {
    this.isChanged = true;
    const index = this.rows.indexOf(old, firstIndexAt(this.rows, old.at));
    if (old.at === row.at) this.rows[index] = row;
    else {
      this.rows.splice(index, 1);
      insert(this.rows, row);
    }
    this.rowsByKey().set(row.key, row);
  }

  private rowsByKey(): Map<string, ChatRow> {
    this.byKey ??= new Map(this.rows.map((row) => [row.key, row]));
    return this.byKey;
  }
}

function mergeRow(existing: ChatRow, row: ChatRow): ChatRow {
  if (row.kind === "line" && existing.kind === "line") return { ...existing, at: row.at, line: row.line };
  // A response may arrive after a newer live event.
  return row.kind === "sent" && existing.kind === "sent" && row.sent.revision < existing.sent.revision ? existing : row;
}

/** Inserts the row by its time; with equal times, lines come before sent messages, and otherwise the new row last. */
function insert(rows: ChatRow[], row: ChatRow): void {
  let index = rows.length;
  while (index > 0 && comesAfter(rows[index - 1], row)) index -= 1;
  if (index === rows.length) rows.push(row);
  else rows.splice(index, 0, row);
}

function comesAfter(other: ChatRow | undefined, row: ChatRow): boolean {
  if (other === undefined || other.at !== row.at) return other !== undefined && other.at > row.at;
  return other.kind === "sent" && row.kind === "line";
}

/** Time of the oldest line in microseconds; earlier sent messages, fetched for their echoes, do not count. */
export function oldestTime(rows: readonly ChatRow[]): number {
  return rows.find(({ kind }) => kind === "line")?.at ?? Number.NEGATIVE_INFINITY;
}

function firstIndexAt(rows: readonly ChatRow[], at: number): number {
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
