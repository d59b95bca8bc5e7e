import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { SEARCH_DELAY_MS } from "../../../lib/search";
import { useCommandPrefix } from "../../../session/commands/command-prefix";
import { useEmoji, useEmotes, useViewerSearch } from "../composer.queries";
import type { Person } from "../person";
import { useSlash } from "../slash/load-slash";
import type { SlashModule } from "../slash/slash-module";
import type { SlashTargets } from "../slash/slash-targets";
import type { Draft } from "../use-draft";
import {
  commandItems,
  emoteItems,
  hasName,
  hasNamePrefix,
  type KnownCommand,
  type MenuItem,
  personItems,
} from "./menu-items";
import { insertAt, type Trigger, triggerAt, userEnd } from "./trigger";

export interface Menu {
  items: MenuItem[];
  active: number;
  title: string;
  highlight: (index: number) => void;
  pick: (item: MenuItem) => void;
  /** Opens the user menu at the user name in a slash command. */
  openAtUser: () => void;
  /** Handles a key press; returns whether the menu used the key. */
  handleKey: (event: KeyboardEvent) => boolean;
  reset: () => void;
}

interface Options {
  channelId: string;
  draft: Draft;
  people: () => readonly Person[];
  useCommands: (query: string | null) => readonly KnownCommand[];
  onPickPerson: (person: Person) => void;
  slashTargets: SlashTargets;
}

const TITLES = { ":": "Emotes", "@": "Users", "!": "Commands", "/": "Slash commands" };

/** The menu for the word at the caret: `:` lists emotes, `@` users, `/` slash commands, `!` the channel's commands. */
export function useMenu(options: Options): Menu {
  const { draft, onPickPerson } = options;
  const slash = useSlash(draft.text);
  // Index of the active item; null until the user moves the selection.
  const [active, setActive] = useState<number | null>(null);
  const [isClosed, setClosed] = useState(false);
  const prefix = useCommandPrefix(options.channelId, draft.text !== "");
  const trigger = isClosed ? null : triggerAt(draft.text, draft.caret, slash?.findSlashCommand ?? null, prefix);
  const items = useItems(options, trigger, slash, prefix);
  const current = Math.min(active ?? 0, Math.max(0, items.length - 1));
  const reset = () => {
    setActive(null);
    setClosed(false);
  };
  const pick = (item: MenuItem) => {
    if (!trigger || item.isDisabled) return;
    const { text, caret } = insertAt(draft.text, trigger, item.insert);
    reset();
    if (item.person) onPickPerson(item.person);
    draft.setText(text, caret);
  };
  return {
    items,
    active: current,
    title: trigger ? TITLES[trigger.character] : "",
    highlight: setActive,
    pick,
    reset,
    openAtUser: () => {
      if (moveToUser(draft)) reset();
    },
    handleKey: (event) => {
      if (items.length === 0) return false;
      const next = movedIndex(event.key, current, items.length);
      if (next !== null) setActive(next);
      else if (event.key === "Escape") setClosed(true);
      else if (
        event.key === "Tab" ||
        (isPlainEnter(event) && (active !== null || canEnterPick(items[0], trigger, slash)))
      )
        pickIndex(items, current, pick);
      else return false;
      return true;
    },
  };
}

/** Moves the caret to the end of the user name; false if it was deleted while viewers of that name were searched. */
function moveToUser({ field, setText }: Draft): boolean {
  const text = field.current?.value ?? "";
  const end = userEnd(text);
  if (end !== null) setText(text, end);
  return end !== null;
}

function isPlainEnter({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "Enter" && !shiftKey;
}

/**
 * Whether Enter picks the first item of the menu. A complete command such as "/slow" runs instead; in a slash
 * command, a viewer is picked only if the name starts with the typed text.
 */
function canEnterPick(first: MenuItem | undefined, trigger: Trigger | null, slash: SlashModule | null): boolean {
  if (first?.isDisabled) return false;
  if (trigger?.character === "/" && slash?.findSlashCommand(`/${trigger.query}`)) return false;
  if (!first?.person || !trigger?.isCommandUser) return true;
  return trigger.query !== "" && hasNamePrefix(first.person, trigger.query);
}

function pickIndex(items: readonly MenuItem[], index: number, pick: (item: MenuItem) => void): void {
  const item = items[index];
  if (item) pick(item);
}

/** Index after an arrow key; null for other keys. */
function movedIndex(key: string, current: number, count: number): number | null {
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (current + count - 1) % count;
  return null;
}

function useItems(
  { channelId, people, useCommands, slashTargets }: Options,
  trigger: Trigger | null,
  slash: SlashModule | null,
  prefix: string,
): MenuItem[] {
  const emotes = useEmotes(channelId, trigger?.character === ":").data ?? [];
  const emoji = useEmoji(trigger?.character === ":");
  const [name] = useDebouncedValue(trigger?.character === "@" ? trigger.query : "", SEARCH_DELAY_MS);
  const searched = useViewerSearch(channelId, name).data ?? [];
  const commands = useCommands(trigger?.character === "!" ? trigger.query : null);
  if (!trigger) return [];
  const { character, query } = trigger;
  if (character === ":") return emoteItems(query, emotes, emoji);
  if (character === "/") return slash?.slashCommandItems(query, slashTargets) ?? [];
  if (character === "!") return commandItems(query, commands, prefix).filter(({ insert }) => insert !== prefix + query);
  return withoutOnlyExactMatch(personItems(trigger, people(), searched), query);
}

/** The items, but none if the only item has exactly the typed name. */
function withoutOnlyExactMatch(items: MenuItem[], query: string): MenuItem[] {
  const [first, second] = items;
  const isExactMatch = !second && first?.person && hasName(first.person, query);
  return isExactMatch ? [] : items;
}
