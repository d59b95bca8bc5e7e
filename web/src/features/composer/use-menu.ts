import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { useEmotes, useViewerSearch } from "./composer.queries";
import {
  actionItems,
  commandItems,
  emoteItems,
  isCalled,
  type KnownCommand,
  type MenuItem,
  personItems,
} from "./menu-items";
import type { Person } from "./person";
import { insertAt, nameEnd, type Trigger, triggerAt } from "./trigger";
import type { Draft } from "./use-draft";

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
  const [active, setActive] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const trigger = isClosed ? null : triggerAt(draft.text, draft.caret, isAsked);
  const items = useItems(channelId, trigger, people, useCommands);
  const current = Math.min(active, Math.max(0, items.length - 1));
  const reset = () => {
    setActive(0);
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
      // As it is now: whoever was looked for took a while.
      const text = draft.field.current?.value ?? "";
      const end = nameEnd(text);
      if (end === null) return;
      draft.put(text, end);
      reset();
    },
    takeKey: (event) => {
      if (items.length === 0) return false;
      const next = moved(event.key, current, items.length);
      if (next !== null) setActive(next);
      else if (event.key === "Escape") setClosed(true);
      else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) pickAt(items, current, pick);
      else return false;
      return true;
    },
  };
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
