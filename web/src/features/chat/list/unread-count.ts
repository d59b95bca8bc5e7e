import type { VisibleRow } from "../rows/sent-echoes";
import { type ChatWindow, echoKeysOf } from "../store/chat-window";
import { type Visibility, visibleRows } from "./visible-rows";

/** Counts the messages since the pause began: in the shown rows and, unless hidden, after the last row (`missed`). */
export function countUnread(
  { readKeys, missed }: ChatWindow,
  shown: readonly VisibleRow[],
  appearance: Visibility,
): number {
  if (!readKeys) return 0;
  const echoes = echoKeysOf(missed.recent);
  const lines = shown.filter(({ kind, key }) => kind === "line" && !echoes.has(key));
  // A missed line may be the echo of a sent message that is already shown.
  const sentAndMissed = visibleRows([...shown.filter(({ kind }) => kind === "sent"), ...missed.recent], appearance);
  const unread = [...lines, ...sentAndMissed].filter(({ key }) => !readKeys.has(key));
  return unread.length + missed.lines + (appearance.hidesBots ? 0 : missed.bots);
}
