import type { ModerationEntry } from "../api/moderation";
import { useNow } from "../lib/time/use-now";

/**
 * Ids of the entries that can be undone now; `entries` are complete and newest first, as in the log.
 * A ban or time-out with a later one still in force cannot be undone before it, and undoing an unban must not
 * ban a viewer who is banned again.
 */
export function undoable(entries: readonly ModerationEntry[], now: number): ReadonlySet<string> {
  const found = new Set<string>();
  const out = new Set(entries.filter((entry) => isInForce(entry, now)).map(whom));
  const outLater = new Set<string>();
  for (const entry of entries) {
    const isCovered = isSendingOut(entry)
      ? outLater.has(whom(entry))
      : entry.action === "unban" && out.has(whom(entry));
    if (entry.can_undo && !isCovered && !isPast(entry.undo_until, now)) found.add(entry.id);
    if (isInForce(entry, now)) outLater.add(whom(entry));
  }
  return found;
}

function whom({ connection_id, provider_viewer_id }: ModerationEntry): string {
  return `${connection_id}:${provider_viewer_id}`;
}

function isSendingOut({ action }: ModerationEntry): boolean {
  return action === "ban" || action === "timeout";
}

function isInForce(entry: ModerationEntry, now: number): boolean {
  return isSendingOut(entry) && entry.outcome === "done" && entry.undone_at === null && !isPast(entry.until, now);
}

function isPast(moment: string | null, now: number): boolean {
  return moment !== null && Date.parse(moment) <= now;
}

/** `undoable`, re-evaluated as time passes. */
export function useUndoable(entries: readonly ModerationEntry[]): ReadonlySet<string> {
  const isTicking = entries.some(({ until, undo_until }) => isAhead(until) || isAhead(undo_until));
  return undoable(entries, useNow(isTicking));
}

function isAhead(moment: string | null): boolean {
  return moment !== null && !isPast(moment, Date.now());
}
