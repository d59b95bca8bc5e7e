import { type FocusEvent, type KeyboardEvent, useEffect, useState } from "react";

// Focus inside the list, or in what was opened from a row, keeps the selection.
const KEEPS_SELECTION = '[role="log"], [role="dialog"], [role="menu"], [data-beside-chat]';

interface Keys<Row> {
  rows: readonly Row[];
  onMove: (index: number) => void;
  onOpen: (row: Row) => void;
  onReply: (row: Row) => void;
  onFollow: () => void;
}

/** The row selected by the arrow keys, if any. */
export function useSelectedRow<Row extends { key: string }>({ rows, onMove, onOpen, onReply, onFollow }: Keys<Row>) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  // Whether the pointer was moved since the last key press.
  const [isPointing, setIsPointing] = useState(false);
  const index = rows.findIndex(({ key }) => key === selectedKey);
  const selected = rows[index] ?? null;

  function moveTo(next: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (!row) return;
    setSelectedKey(row.key);
    onMove(rows.indexOf(row));
  }

  function deselect() {
    setSelectedKey(null);
    onFollow();
  }

  const actions: Record<string, () => void> = {
    ArrowUp: () => moveTo(selected ? index - 1 : rows.length - 1),
    ArrowDown: () => moveTo(selected ? index + 1 : rows.length - 1),
    Home: () => moveTo(0),
    End: deselect,
    Escape: deselect,
    Enter: () => selected && onOpen(selected),
    r: () => selected && onReply(selected),
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target === event.currentTarget) setIsPointing(false);
    const act = actions[event.key];
    // Keys pressed in a row's button, or with a modifier, are not for the list.
    if (!act || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  const isSelected = selectedKey !== null;
  useEffect(() => {
    if (!isSelected) return;
    const onFocusIn = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(KEEPS_SELECTION)) setSelectedKey(null);
    };
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, [isSelected]);

  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget === null) setSelectedKey(null);
  }

  return { selected, isPointing, onKeyDown, onBlur, onPointing: () => setIsPointing(true) };
}
