import type { ChatLook } from "./chat-look";
import type { ChatWindow } from "./chat-window";
import { visibleRows } from "./visible-rows";

type Wishes = Pick<ChatLook, "hidesBots" | "showsRemoved">;

/** How many rows somebody who stopped following will find when they go back to now. */
export function newsOf({ rows, known, missed }: ChatWindow, look: Wishes): number {
  if (!known) return 0;
  const fresh = visibleRows([...rows, ...missed.recent], look).filter(({ key }) => !known.has(key));
  return fresh.length + missed.lines + (look.hidesBots ? 0 : missed.bots);
}
