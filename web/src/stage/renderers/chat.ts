import { type ChatLine, lineKey } from "../../api/chat";
import { microsecondsOf } from "../../lib/time/microseconds";
import { element, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import { roleBadges } from "../role-badge";
import { sampleLine } from "../samples";
import type { Renderer, SettingsOf, StageEvent } from "../stage-types";
import { lineFilter } from "./chat-filter";
import { lineText } from "./line-parts";

type Settings = SettingsOf["chat"];

interface TimedLine {
  line: ChatLine;
  /** Its `sent_at` in microseconds. */
  at: number;
  /** Sent by the server when it arrived there, not as part of a state. */
  isLive: boolean;
}

interface Row extends TimedLine {
  node: HTMLElement;
  /** Rows are in order of this: the time of the line, or of the row above it if a live line arrived late. */
  position: number;
  /** When the line disappears, as `performance.now()`; infinite if lines do not disappear. */
  endsAt: number;
}

const EXPIRY_CHECK_MS = 250;
const MAX_RECENT = 100;

/** The latest `max_lines` lines; those that arrive between two frames of the browser are added in one step. */
export class ChatRows {
  private rows = new Map<string, Row>();
  /** At least the position of every row. */
  private lastPosition = Number.NEGATIVE_INFINITY;
  private readonly waiting = new Map<string, TimedLine>();
  private readonly recent = new Map<string, TimedLine>();
  private frame = 0;
  private readonly expiry: ReturnType<typeof setInterval>;
  private shows: (line: ChatLine) => boolean;

  constructor(
    private readonly list: HTMLElement,
    private readonly settings: Settings,
  ) {
    this.shows = lineFilter(settings, "!");
    this.expiry = setInterval(() => this.expire(performance.now()), EXPIRY_CHECK_MS);
  }

  setPrefix(prefix: string): void {
    this.shows = lineFilter(this.settings, prefix);
  }

  /** A live line comes last, even if a slow platform sent it; a line of a state comes in its place by time. */
  add(line: ChatLine, { isLive }: { isLive: boolean }): void {
    const key = lineKey(line);
    const timed = { line, at: microsecondsOf(line.sent_at), isLive };
    this.recent.set(key, timed);
    if (this.recent.size > MAX_RECENT) this.recent.delete(this.recent.keys().next().value ?? "");
    if (!this.shows(line)) return;
    // A line that arrives again waits with those that it arrived with.
    this.waiting.delete(key);
    this.waiting.set(key, timed);
    if (this.waiting.size > this.settings.max_lines) this.waiting.delete(this.waiting.keys().next().value ?? "");
    this.frame ||= requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    this.frame = 0;
    const added = document.createDocumentFragment();
    for (const [key, timed] of this.waiting) {
      const endsAt = this.endsAt(timed.line);
      if (endsAt <= performance.now()) continue;
      const node = lineNode(timed.line, this.settings);
      const earlier = this.rows.get(key);
      if (earlier) {
        // A notice that has grown, such as a gift bomb, replaces its earlier version.
        earlier.node.replaceWith(node);
        this.rows.set(key, { ...timed, node, endsAt, position: earlier.position });
      } else {
        const position = timed.isLive ? Math.max(timed.at, this.lastPosition) : timed.at;
        this.place(key, { ...timed, node, endsAt, position }, added);
      }
    }
    this.waiting.clear();
    this.list.append(added);
    for (const key of this.rows.keys()) {
      if (this.rows.size <= this.settings.max_lines) break;
      this.remove(key);
    }
  }

  remove(key: string): void {
    this.waiting.delete(key);
    this.rows.get(key)?.node.remove();
    this.rows.delete(key);
  }

  /** Removes a deleted line, also from `latest`, where expired lines stay. */
  deleteLine(key: string): void {
    this.recent.delete(key);
    this.remove(key);
  }

  removeWhere(matches: (line: TimedLine) => boolean): void {
    for (const lines of [this.recent, this.waiting, this.rows])
      for (const [key, line] of lines) if (matches(line)) this.deleteLine(key);
  }

  /** The latest 100 lines, hidden and expired ones too: other settings may show them. */
  get latest(): ChatLine[] {
    return [...this.recent.values()].map(({ line }) => line);
  }

  /** Removes lines since `since` whose keys are not in `keys`: they were deleted while the page was offline. */
  keepOnly(keys: ReadonlySet<string>, since: number): void {
    this.removeWhere(({ line, at }) => !keys.has(lineKey(line)) && at >= since);
  }

  destroy(): void {
    clearInterval(this.expiry);
    cancelAnimationFrame(this.frame);
  }

  /** Puts a row before those with later positions; a row that comes last, as nearly every one, without a search. */
  private place(key: string, row: Row, added: DocumentFragment): void {
    const rows = row.position < this.lastPosition ? [...this.rows] : [];
    const index = rows.findIndex(([, { position }]) => position > row.position);
    const later = rows[index];
    if (later) {
      later[1].node.before(row.node);
      rows.splice(index, 0, [key, row]);
      this.rows = new Map(rows);
    } else {
      added.append(row.node);
      this.rows.set(key, row);
      this.lastPosition = row.position;
    }
  }

  private expire(now: number): void {
    for (const [key, row] of this.rows) if (row.endsAt <= now) this.remove(key);
  }

  private endsAt(line: ChatLine): number {
    const seconds = this.settings.disappear_after_seconds;
    if (seconds === 0) return Number.POSITIVE_INFINITY;
    // The platform's clock may be ahead: a line from the future counts as new.
    const age = Math.max(Date.now() - Date.parse(line.sent_at), 0);
    return performance.now() + seconds * 1_000 - age;
  }
}

function lineNode(line: ChatLine, settings: Settings): HTMLElement {
  const node = element("div", "chat-line");
  node.dataset["kind"] = line.kind;
  node.dataset["platform"] = line.provider;
  if (settings.has_platform_icon) node.append(platformMark("chat-platform", line.provider));
  if (line.headline) node.append(element("bdi", "chat-headline", line.headline));
  if (line.author) {
    if (settings.has_badges) node.append(...roleBadges(line.author));
    if (!line.headline) {
      const name = element("bdi", "chat-name", line.author.name);
      if (settings.name_colour === "viewer") name.style.color = line.author.colour;
      node.append(name);
    }
  }
  if (line.parts.length > 0) node.append(lineText(line));
  return node;
}

export function mountChat(root: HTMLElement, settings: Settings): Renderer {
  const list = element("div", "chat");
  list.dataset["style"] = settings.style;
  list.dataset["names"] = settings.name_colour;
  setCssVariables(list, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  root.append(list);
  const rows = new ChatRows(list, settings);
  let samples = 0;
  return {
    state: ({ lines = [], command_prefix }) => {
      if (command_prefix !== undefined) rows.setPrefix(command_prefix);
      const since = lines[0] ? microsecondsOf(lines[0].sent_at) : Number.NEGATIVE_INFINITY;
      rows.keepOnly(new Set(lines.map(lineKey)), since);
      for (const line of lines) rows.add(line, { isLive: false });
    },
    current: () => ({ lines: rows.latest }),
    event: (event) => applyChatEvent(rows, event),
    test: (name) => {
      samples += 1;
      const line = sampleLine(name, samples);
      rows.add(line, { isLive: true });
      if (name === "deleted") setTimeout(() => rows.deleteLine(lineKey(line)), 2_000);
    },
    destroy: () => rows.destroy(),
  };
}

function applyChatEvent(rows: ChatRows, event: StageEvent): void {
  if (event.type === "line") rows.add(event.line, { isLive: true });
  else if (event.type === "removed") for (const ref of event.lines) rows.deleteLine(lineKey(ref));
  else if (event.type === "swept") {
    const { connection_id, author_id } = event;
    const [since, until] = [microsecondsOf(event.since), microsecondsOf(event.until)];
    rows.removeWhere(
      ({ line, at }) =>
        line.connection_id === connection_id &&
        (!author_id || line.author?.id === author_id) &&
        at >= since &&
        at <= until,
    );
  }
}
