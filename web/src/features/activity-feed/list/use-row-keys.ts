import { type KeyboardEvent, useState } from "react";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";
import type { ListItem } from "./list-items";

interface RowKeysOptions {
  items: readonly ListItem[];
  onOpen: (item: ListItem) => void;
  onToggleSeen: (item: ListItem) => void;
  onReplay: (item: ListItem) => void;
  /** Scrolls the row into view. */
  onMove: (index: number) => void;
}

/** The key handler of the list, and the row that is selected by keys; null for none. */
export function useRowKeys({ items, onOpen, onToggleSeen, onReplay, onMove }: RowKeysOptions) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const index = items.findIndex(({ key }) => key === selectedKey);
  const selected = items[index] ?? null;

  function moveTo(next: number) {
    const target = Math.max(0, Math.min(items.length - 1, next));
    setSelectedKey(items[target]?.key ?? null);
    onMove(target);
  }

  const keys: Partial<Record<string, () => void>> = {
    ArrowUp: () => moveTo(index - 1),
    ArrowDown: () => moveTo(index + 1),
    Home: () => moveTo(0),
    End: () => moveTo(items.length - 1),
    Escape: () => setSelectedKey(null),
    Enter: () => selected && onOpen(selected),
    a: () => selected && onToggleSeen(selected),
    r: () => selected && onReplay(selected),
  } satisfies Record<KeyOf<"activity">, () => void>;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // The list ignores keys that are pressed in a row's button or with a modifier.
    if (!run || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  }

  return { selected, onKeyDown };
}
