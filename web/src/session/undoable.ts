import type { ModerationEntry } from "../api/moderation";
import { useNow } from "../lib/time/use-now";

/**
 * Ids of the entries that can be undone now; `entries` are the newest of the log, newest first. A ban or
 * time-out cannot be undone while a later one of the same viewer is in force, and an unban cannot be undone while any
 * ban or time-out of the viewer is in force.
 */
export function undoable(entries: readonly ModerationEntry[], now: number): ReadonlySet<string> {
  const undoableIds = new Set<string>();
  const restricted = new Set(entries.filter((entry) => isInForce(entry, now)).map(viewerKey));
  const restrictedLater = new Set<string>();
  for (const entry of entries) {
    const isCovered = isRestriction(entry)
      ? restrictedLater.has(viewerKey(entry))
      : entry.action === "unban" && restricted.has(viewerKey(entry));
    if (entry.can_undo && !isCovered && !isPast(entry.undo_until, now)) undoableIds.add(entry.id);
    if (isInForce(entry, now)) restrictedLater.add(viewerKey(entry));
  }
  return undoableIds;
}

function viewerKey({ connection_id, provider_viewer_id }: ModerationEntry): string {
  return `${connection_id}:${provider_viewer_id}`;
}

function isRestriction({ action }: ModerationEntry): boolean {
  return action === "ban" || action === "timeout";
}

function isInForce(entry: ModerationEntry, now: number): boolean {
  return isRestriction(entry) && entry.outcome === "done" && entry.undone_at === null && !isPast(entry.until, now);
}

function isPast(moment: string | null, now: number): boolean {
  return moment !== null && Date.parse(moment) <= now;
}

/** `undoable` for the current time, updated every second while an entry may expire. */
export function useUndoable(entries: readonly ModerationEntry[]): ReadonlySet<string> {
  const isTicking = entries.some(({ until, undo_until }) => isFuture(until) || isFuture(undo_until));
  return undoable(entries, useNow(isTicking));
}

function isFuture(moment: string | null): boolean {
  return moment !== null && !isPast(moment, Date.now());
}
