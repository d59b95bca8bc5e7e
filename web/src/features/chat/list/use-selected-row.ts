import { type FocusEvent, type KeyboardEvent, useEffect, useState } from "react";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";

// A row stays selected while the focus is in the list, its pause bar, a dialog, a menu or a panel beside the chat.
export const SELECTION_AREAS = '[role="log"], [role="dialog"], [role="menu"], [data-beside-chat], [data-pause]';

interface SelectionOptions<Row> {
  rows: readonly Row[];
  onMove: (index: number) => void;
  onOpen: (row: Row) => void;
  onReply: (row: Row) => void;
  onFollow: () => void;
}

/** The row selected by the arrow keys, if any. */
export function useSelectedRow<Row extends { key: string }>(options: SelectionOptions<Row>) {
  const { rows, onMove, onOpen, onReply, onFollow } = options;
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  // Whether the pointer was moved since the last key press.
  const [isPointerActive, setIsPointerActive] = useState(false);
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

  const actions: Partial<Record<string, () => void>> = {
    ArrowUp: () => moveTo(selected ? index - 1 : rows.length - 1),
    ArrowDown: () => moveTo(selected ? index + 1 : rows.length - 1),
    Home: () => moveTo(0),
    End: deselect,
    Escape: deselect,
    Enter: () => selected && onOpen(selected),
    r: () => selected && onReply(selected),
  } satisfies Record<KeyOf<"chat">, () => void>;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target === event.currentTarget) setIsPointerActive(false);
    const run = actions[event.key];
    // Keys pressed in a row's button, or with a modifier, are not for the list.
    if (!run || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  }

  const isSelected = selectedKey !== null;
  useEffect(() => {
    if (!isSelected) return;
    const onFocusIn = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(SELECTION_AREAS)) setSelectedKey(null);
    };
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, [isSelected]);

  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget === null) setSelectedKey(null);
  }

  return { selected, isPointerActive, onKeyDown, onBlur, onPointerUse: () => setIsPointerActive(true), deselect };
}
