import type { ChatLook } from "./chat-look";
import { type ChatRow, echoesOf } from "./chat-window";

/** What of the chat is shown: a sent message stands for its echoes, and a person may hide bots and what was removed. */
export function visibleRows(rows: readonly ChatRow[], look: Pick<ChatLook, "hidesBots" | "showsRemoved">): ChatRow[] {
  const echoes = echoesOf(rows);
  return rows.filter((row) => row.kind === "sent" || (!echoes.has(row.key) && isShown(row, look)));
}

function isShown(row: ChatRow & { kind: "line" }, look: Pick<ChatLook, "hidesBots" | "showsRemoved">): boolean {
  if (look.hidesBots && row.line.author?.is_bot) return false;
  return look.showsRemoved || !row.removal;
}
