import type { ChatLook } from "../chat-appearance";
import type { SeenRow } from "../rows/sent-echoes";
import { type ChatWindow, echoesOf } from "../store/chat-window";
import { visibleRows } from "./visible-rows";

type Wishes = Pick<ChatLook, "hidesBots" | "showsRemoved">;

/** How many rows somebody who stopped following will find when they go back to now. */
export function newsOf({ known, missed }: ChatWindow, shown: readonly SeenRow[], look: Wishes): number {
  if (!known) return 0;
  const echoes = echoesOf(missed.recent);
  const lines = shown.filter(({ kind, key }) => kind === "line" && !echoes.has(key));
  // What was missed may be the echo of a sent message that is shown.
  const others = visibleRows([...shown.filter(({ kind }) => kind === "sent"), ...missed.recent], look);
  const fresh = [...lines, ...others].filter(({ key }) => !known.has(key));
  return fresh.length + missed.lines + (look.hidesBots ? 0 : missed.bots);
}
