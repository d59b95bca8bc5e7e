import { type KeyboardEvent, useState } from "react";
import type { ChatRow } from "./chat-window";

interface Keys {
  rows: readonly ChatRow[];
  onMove: (place: number) => void;
  onOpen: (row: ChatRow) => void;
  onReply: (row: ChatRow) => void;
  onFollow: () => void;
}

/** The row that the arrow keys have chosen; none while the list just runs. */
export function useCurrentRow({ rows, onMove, onOpen, onReply, onFollow }: Keys) {
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const place = rows.findIndex(({ key }) => key === currentKey);
  const current = rows[place] ?? null;

  function moveTo(next: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (!row) return;
    setCurrentKey(row.key);
    onMove(rows.indexOf(row));
  }

  function leave() {
    setCurrentKey(null);
    onFollow();
  }

  const actions: Record<string, () => void> = {
    ArrowUp: () => moveTo(current ? place - 1 : rows.length - 1),
    ArrowDown: () => moveTo(current ? place + 1 : rows.length - 1),
    Home: () => moveTo(0),
    End: leave,
    Escape: leave,
    Enter: () => current && onOpen(current),
    r: () => current && onReply(current),
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const act = actions[event.key];
    // Keys inside a button of a row, or together with others, belong to somebody else.
    if (!act || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  return { current, onKeyDown, clear: () => setCurrentKey(null) };
}
