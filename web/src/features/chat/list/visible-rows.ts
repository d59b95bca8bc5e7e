import type { ChatAppearance } from "../chat-appearance";
import { type VisibleRow, withEchoes } from "../rows/sent-echoes";
import { type ChatRow, echoKeysOf, type LineRow } from "../store/chat-window";

export type Visibility = Pick<ChatAppearance, "hidesBots" | "showsRemoved">;

/** The rows to render: a sent message replaces its echoes; `appearance` may hide bots and deleted messages. */
export function visibleRows(rows: readonly ChatRow[], appearance: Visibility): VisibleRow[] {
  const echoes = echoKeysOf(rows);
  const lines = echoes.size > 0 ? linesOf(rows, echoes) : NO_LINES;
  const shown: VisibleRow[] = [];
  for (const row of rows) {
    if (row.kind === "line" && echoes.has(row.key)) continue;
    const visible = row.kind === "sent" ? withEchoes(row, lines) : row;
    if (isShown(visible, appearance)) shown.push(visible);
  }
  return shown;
}

const NO_LINES: ReadonlyMap<string, LineRow> = new Map();

function linesOf(rows: readonly ChatRow[], keys: ReadonlySet<string>): Map<string, LineRow> {
  const lines = new Map<string, LineRow>();
  for (const row of rows) if (row.kind === "line" && keys.has(row.key)) lines.set(row.key, row);
  return lines;
}

function isShown(row: VisibleRow, { hidesBots, showsRemoved }: Visibility): boolean {
  if (row.kind === "sent") return showsRemoved || !row.isRemoved;
  if (hidesBots && row.line.author?.is_bot) return false;
  return showsRemoved || !row.removal;
}
