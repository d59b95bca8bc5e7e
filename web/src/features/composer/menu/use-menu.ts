import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { useEmotes, useViewerSearch } from "../composer.queries";
import type { Person } from "../person";
import type { Draft } from "../use-draft";
import {
  actionItems,
  commandItems,
  emoteItems,
  isBegun,
  isCalled,
  type KnownCommand,
  type MenuItem,
  personItems,
} from "./menu-items";
import { insertAt, nameEnd, type Trigger, triggerAt } from "./trigger";

const SEARCH_DELAY_MS = 150;

export interface Menu {
  items: MenuItem[];
  active: number;
  title: string;
  point: (index: number) => void;
  pick: (item: MenuItem) => void;
  /** Opens the menu of emotes without anything typed. */
  askForEmotes: () => void;
  /** Opens the menu of people for the name in an order, wherever the caret is. */
  openAtName: () => void;
  /** True when the key was for the menu. */
  takeKey: (event: KeyboardEvent) => boolean;
  /** Back to normal after the text has changed. */
  reset: () => void;
}

interface Given {
  channelId: string;
  draft: Draft;
  people: () => readonly Person[];
  useCommands: (query: string | null) => readonly KnownCommand[];
  onPerson: (person: Person) => void;
}

const TITLES: Record<Trigger["sign"], string> = { ":": "Emotes", "@": "People", "!": "Commands", "/": "Actions" };

/** The menu for the word at the caret: `:` emotes, `@` people, `!` commands, `/` actions. */
export function useMenu({ channelId, draft, people, useCommands, onPerson }: Given): Menu {
  // Null until somebody has moved in the menu.
  const [active, setActive] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const trigger = isClosed ? null : triggerAt(draft.text, draft.caret, isAsked);
  const items = useItems(channelId, trigger, people, useCommands);
  const current = Math.min(active ?? 0, Math.max(0, items.length - 1));
  const reset = () => {
    setActive(null);
    setAsked(false);
    setClosed(false);
  };
  const pick = (item: MenuItem) => {
    if (!trigger) return;
    const { text, caret } = insertAt(draft.text, trigger, item.insert);
    reset();
    if (item.person) onPerson(item.person);
    draft.put(text, caret);
  };
  return {
    items,
    active: current,
    title: trigger ? TITLES[trigger.sign] : "",
    point: setActive,
    pick,
    reset,
    askForEmotes: () => {
      const before = draft.text.slice(0, draft.caret);
      const sign = /(^|\s)$/u.test(before) ? ":" : " :";
      draft.put(before + sign + draft.text.slice(draft.caret), before.length + sign.length);
      reset();
      setAsked(true);
    },
    openAtName: () => {
      if (goToName(draft)) reset();
    },
    takeKey: (event) => {
      if (items.length === 0) return false;
      const next = moved(event.key, current, items.length);
      if (next !== null) setActive(next);
      else if (event.key === "Escape") setClosed(true);
      else if (event.key === "Tab" || (isPlainEnter(event) && (active !== null || isMeant(items[0], trigger))))
        pickAt(items, current, pick);
      else return false;
      return true;
    },
  };
}

/** False where no name stands any more: whoever was looked for took a while. */
function goToName({ field, put }: Draft): boolean {
  const text = field.current?.value ?? "";
  const end = nameEnd(text);
  if (end !== null) put(text, end);
  return end !== null;
}

function isPlainEnter({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "Enter" && !shiftKey;
}

/** An action strikes whom it names: nobody gets there whose name was not begun. */
function isMeant(first: MenuItem | undefined, trigger: Trigger | null): boolean {
  if (!first?.person || !trigger?.isOrder) return true;
  return trigger.query !== "" && isBegun(first.person, trigger.query);
}

function pickAt(items: readonly MenuItem[], index: number, pick: (item: MenuItem) => void): void {
  const item = items[index];
  if (item) pick(item);
}

/** Position after a key; null for keys that do not move. */
function moved(key: string, current: number, count: number): number | null {
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (current + count - 1) % count;
  return null;
}

function useItems(
  channelId: string,
  trigger: Trigger | null,
  people: () => readonly Person[],
  useCommands: (query: string | null) => readonly KnownCommand[],
): MenuItem[] {
  const emotes = useEmotes(channelId, trigger?.sign === ":").data ?? [];
  const [name] = useDebouncedValue(trigger?.sign === "@" ? trigger.query : "", SEARCH_DELAY_MS);
  const searched = useViewerSearch(channelId, name).data ?? [];
  const commands = useCommands(trigger?.sign === "!" ? trigger.query : null);
  if (!trigger) return [];
  const { sign, query } = trigger;
  if (sign === ":") return emoteItems(query, emotes);
  if (sign === "/") return actionItems(query).filter(({ insert }) => insert !== `/${query}`);
  if (sign === "!") return commandItems(query, commands).filter(({ insert }) => insert !== `!${query}`);
  return settled(personItems(trigger, people(), searched), query);
}

/** Somebody whose whole name was typed needs no menu, unless two people share it. */
function settled(items: MenuItem[], query: string): MenuItem[] {
  const [first, second] = items;
  const isClear = !second && first?.person && isCalled(first.person, query);
  return isClear ? [] : items;
}
