import { useMemo, useState } from "react";
import type { VisibleRow } from "../rows/sent-echoes";
import type { ChatRow } from "../store/chat-window";
import type { LastRows } from "./use-last-rows";

interface HeldRows extends LastRows<VisibleRow> {
  /** Number of the hold that these rows belong to. */
  readonly hold: number;
}

/**
 * The rows to show at the end of the list. During a hold, which keeps the list still, these are the rows from the
 * start of the hold, each in its current state. `hold` is the number of the current hold, 0 without one.
 */
export function useHeldRows(
  lastRows: LastRows<VisibleRow>,
  hold: number,
  rows: readonly VisibleRow[],
  stored: readonly ChatRow[],
): LastRows<VisibleRow> {
  const [saved, setSaved] = useState<HeldRows | null>(null);
  let held = saved;
  if ((held?.hold ?? 0) !== hold) {
    held = hold > 0 ? { hold, ...lastRows } : null;
    setSaved(held);
  }
  return useMemo(
    () => (held ? { ...held, rows: withCurrentState(held.rows, rows, stored) } : lastRows),
    [held, rows, stored, lastRows],
  );
}

/** The held rows in their current state. A line that was deleted stays, even if deleted messages are hidden. */
export function withCurrentState(
  held: readonly VisibleRow[],
  rows: readonly VisibleRow[],
  stored: readonly ChatRow[],
): VisibleRow[] {
  const current = new Map<string, VisibleRow>(held.map((row) => [row.key, row]));
  for (const row of stored) if (row.kind === "line" && current.has(row.key)) current.set(row.key, row);
  for (const row of rows) if (current.has(row.key)) current.set(row.key, row);
  return held.map((row) => current.get(row.key) ?? row);
}
