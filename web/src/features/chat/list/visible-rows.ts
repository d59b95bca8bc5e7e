import type { ChatLook } from "../chat-appearance";
import { type SeenRow, withEchoes } from "../rows/sent-echoes";
import { type ChatRow, echoesOf, type LineRow } from "../store/chat-window";

type Wishes = Pick<ChatLook, "hidesBots" | "showsRemoved">;

/** What of the chat is shown: a sent message stands for its echoes, and a person may hide bots and what was removed. */
export function visibleRows(rows: readonly ChatRow[], look: Wishes): SeenRow[] {
  const echoes = echoesOf(rows);
  const lines = echoes.size > 0 ? linesOf(rows, echoes) : NO_LINES;
  const shown: SeenRow[] = [];
  for (const row of rows) {
    if (row.kind === "line" && echoes.has(row.key)) continue;
    const seen = row.kind === "sent" ? withEchoes(row, lines) : row;
    if (isShown(seen, look)) shown.push(seen);
  }
  return shown;
}

const NO_LINES: ReadonlyMap<string, LineRow> = new Map();

function linesOf(rows: readonly ChatRow[], keys: ReadonlySet<string>): Map<string, LineRow> {
  const lines = new Map<string, LineRow>();
  for (const row of rows) if (row.kind === "line" && keys.has(row.key)) lines.set(row.key, row);
  return lines;
}

function isShown(row: SeenRow, { hidesBots, showsRemoved }: Wishes): boolean {
  if (row.kind === "sent") return showsRemoved || !row.isGone;
  if (hidesBots && row.line.author?.is_bot) return false;
  return showsRemoved || !row.removal;
}
