import type { ChatLine } from "../../api/chat";
import { sentName } from "../../api/sent-name";
import { formatNumber } from "../../lib/locale";
import type { VisibleRow } from "./rows/sent-echoes";
import type { ChatRow } from "./store/chat-window";

/** "1 new message", "1,204 new messages"; "Jump to latest" if there are none. */
export function newMessagesLabel(count: number): string {
  if (count === 0) return "Jump to latest";
  return count === 1 ? "1 new message" : `${formatNumber(count)} new messages`;
}

/** The text that screen readers announce for a row. */
export function announcementOf(row: VisibleRow, platform: string): string {
  if (row.kind === "sent") {
    const { sent } = row;
    const name = sentName(sent);
    const by = name === sent.author_name ? "" : ` by ${sent.author_name}`;
    return `${name}, sent from here${by}: ${sent.text}${row.isRemoved ? ", deleted" : ""}`;
  }
  const { line, removal } = row;
  const text = [line.headline, line.text].filter(Boolean).join(": ");
  const sender = line.author ? `${line.author.name}, ${platform}: ` : `${platform}: `;
  return `${sender}${text}${removal ? ", deleted" : ""}`;
}

/** The latest line of each viewer, newest first, at most `max` lines. */
export function recentLines(rows: readonly ChatRow[], max = 200): ChatLine[] {
  const lines = new Map<string, ChatLine>();
  for (const row of rows.toReversed()) {
    if (lines.size >= max) break;
    if (row.kind !== "line" || !row.line.author) continue;
    const key = `${row.line.provider}:${row.line.author.id}`;
    if (!lines.has(key)) lines.set(key, row.line);
  }
  return [...lines.values()];
}

/** The names in lower case, without null, undefined and empty names. */
export function nameSet(names: readonly (string | null | undefined)[]): Set<string> {
  return new Set(names.flatMap((name) => (name ? [name.toLowerCase()] : [])));
}
