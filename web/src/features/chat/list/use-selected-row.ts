import { type FocusEvent, type KeyboardEvent, useEffect, useState } from "react";

// The list itself, and what is opened from its rows.
const STAYS_CHOSEN = '[role="log"], [role="dialog"], [role="menu"], [data-beside-chat]';

interface Keys<Row> {
  rows: readonly Row[];
  onMove: (place: number) => void;
  onOpen: (row: Row) => void;
  onReply: (row: Row) => void;
  onFollow: () => void;
}

/** The row that the arrow keys have chosen; none while the list just runs. */
export function useCurrentRow<Row extends { key: string }>({ rows, onMove, onOpen, onReply, onFollow }: Keys<Row>) {
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  // Whether a pointer was moved since the last key.
  const [isPointing, setIsPointing] = useState(false);
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
    if (event.target === event.currentTarget) setIsPointing(false);
    const act = actions[event.key];
    // Keys inside a button of a row, or together with others, belong to somebody else.
    if (!act || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  const isChosen = currentKey !== null;
  // What was opened from a row leads back to it; whoever goes elsewhere from there has left the row.
  useEffect(() => {
    if (!isChosen) return;
    const onFocusIn = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(STAYS_CHOSEN)) setCurrentKey(null);
    };
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, [isChosen]);

  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget === null) setCurrentKey(null);
  }

  return { current, isPointing, onKeyDown, onBlur, onPointing: () => setIsPointing(true) };
}
