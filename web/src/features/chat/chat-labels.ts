import type { ChatLine } from "../../api/chat";
import type { SeenRow } from "./rows/sent-echoes";
import type { ChatRow } from "./store/chat-window";

/** "1 new message", "1,204 new messages" */
export function newMessages(count: number): string {
  if (count === 0) return "Go to the newest";
  return count === 1 ? "1 new message" : `${count.toLocaleString("en-GB")} new messages`;
}

/** A line as it is read out. */
export function spoken(row: SeenRow, platform: string): string {
  if (row.kind === "sent")
    return `${row.sent.author_name}, from here: ${row.sent.text}${row.isGone ? ", removed" : ""}`;
  const { line, removal } = row;
  const words = [line.headline, line.text].filter(Boolean).join(": ");
  const who = line.author ? `${line.author.name}, ${platform}: ` : `${platform}: `;
  return `${who}${words}${removal ? ", removed" : ""}`;
}

/** What everybody said last, whoever spoke last first. */
export function recentLines(rows: readonly ChatRow[], most = 200): ChatLine[] {
  const lines = new Map<string, ChatLine>();
  for (const row of rows.toReversed()) {
    if (lines.size >= most) break;
    if (row.kind !== "line" || !row.line.author) continue;
    const key = `${row.line.provider}:${row.line.author.id}`;
    if (!lines.has(key)) lines.set(key, row.line);
  }
  return [...lines.values()];
}

/** Names under which somebody can be called here, in lower case. */
export function namesOf(names: readonly (string | null | undefined)[]): Set<string> {
  return new Set(names.flatMap((name) => (name ? [name.toLowerCase()] : [])));
}
