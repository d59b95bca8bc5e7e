import { type KeyboardEvent, useState } from "react";
import type { Activity } from "../feed/activity-types";
import type { RowActions } from "./activity-row";

interface RowKeysOptions {
  rows: readonly Activity[];
  actions: RowActions;
  /** Brings a row into view. */
  onMove: (index: number) => void;
  onHelp: () => void;
}

/** The row selected by the arrow keys, if any, and what the keys do. */
export function useRowKeys({ rows, actions, onMove, onHelp }: RowKeysOptions) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const index = rows.findIndex(({ id }) => id === selectedId);
  const selected = rows[index] ?? null;

  function moveTo(next: number) {
    const place = Math.max(0, Math.min(rows.length - 1, next));
    setSelectedId(rows[place]?.id ?? null);
    onMove(place);
  }

  const keys: Record<string, () => void> = {
    ArrowUp: () => moveTo(index - 1),
    ArrowDown: () => moveTo(index + 1),
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    Escape: () => setSelectedId(null),
    Enter: () => selected && actions.openViewer(selected),
    a: () => selected && actions.acknowledge(selected),
    "?": onHelp,
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // Keys pressed in a row's button, or with a modifier, are not for the list.
    if (!run || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  }

  return { selected, onKeyDown };
}
