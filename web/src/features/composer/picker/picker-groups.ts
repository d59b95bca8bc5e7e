import { platformName } from "../../../api/platforms";
import type { components } from "../../../api/schema";
import type { Platform } from "../../../api/types";
import { joinNames } from "../../../lib/text/join-names";
import type { Emoji, Emote } from "../menu/menu-items";

type EmoteSource = components["schemas"]["EmoteSourceOut"];

export interface PickerEmote {
  key: string;
  name: string;
  /** The text that is written into the message: the name, or the emoji itself. */
  insert: string;
  /** Null for an emoji. */
  url: string | null;
  /** Where the emote works, or why it cannot be used; empty if it works on all selected platforms. */
  note: string;
  /** Whether the emote works on at least one selected platform. */
  isUsable: boolean;
}

export interface PickerGroup {
  key: string;
  title: string;
  /** The platform whose icon the heading shows; null for none. */
  provider: string | null;
  /** Error of the service that the emotes come from; null without an error. */
  problem: string | null;
  emotes: readonly PickerEmote[];
}

interface Options {
  emotes: readonly Emote[];
  sources: readonly EmoteSource[];
  emoji: Emoji;
  /** Texts of the emotes that the user inserted lately, the latest first. */
  recent: readonly string[];
  query: string;
  /** Keys of the platforms that the message goes to. */
  selected: readonly string[];
  platforms: readonly Platform[];
}

/** Recent emotes, then groups with usable emotes, then other groups; in each group usable emotes come first. */
export function pickerGroups(options: Options): PickerGroup[] {
  const { emotes, sources, query, recent, platforms } = options;
  const all = [
    ...emotes.filter(({ is_modifier: isModifier }) => !isModifier).map((emote) => pickerEmote(emote, options)),
    ...options.emoji.map(([name, emoji]) => pickerEmoji(name, emoji, options)),
  ];
  const serviceKeys = sources.map(({ key }) => key);
  const platformKeys = [...new Set(emotes.map(({ source }) => source))].filter((key) => !serviceKeys.includes(key));
  const group = (key: string, title: string, rest: Partial<PickerGroup> = {}): PickerGroup => {
    const members = all.filter(({ source }) => source === key);
    return { key, title, provider: null, problem: null, emotes: usableFirst(matching(members, query)), ...rest };
  };
  const groups = [
    ...platformKeys.map((key) => group(key, platformName(platforms, key), { provider: key })),
    ...sources.map(({ key, name, problem }) => group(key, name, { problem })),
    group(EMOJI_KEY, "Emoji"),
  ];
  const byInsert = new Map(all.map((emote) => [emote.insert, emote]));
  const recents = query ? [] : recent.flatMap((insert) => byInsert.get(insert) ?? []);
  return [
    { key: "recent", title: "Recent", provider: null, problem: null, emotes: usableFirst(recents) },
    ...groups.toSorted((one, other) => Number(hasUsable(other)) - Number(hasUsable(one))),
  ].filter(({ emotes: shown, problem }) => shown.length > 0 || (problem !== null && !query));
}

const EMOJI_KEY = "emoji";

type SourcedEmote = PickerEmote & { source: string };

function pickerEmote({ id, name, source, url, providers }: Emote, options: Options): SourcedEmote {
  return { key: `${source}:${id}`, name, insert: name, url, source, ...usability(providers, options) };
}

function pickerEmoji(name: string, emoji: string, { selected }: Options): SourcedEmote {
  const isUsable = selected.length > 0;
  return {
    key: `emoji:${name}`,
    name: name.replaceAll("_", " "),
    insert: emoji,
    url: null,
    source: EMOJI_KEY,
    isUsable,
    note: isUsable ? "" : NO_PLATFORM,
  };
}

const NO_PLATFORM = "Select at least one platform";

function usability(providers: readonly string[], { selected, platforms }: Options) {
  if (selected.length === 0) return { isUsable: false, note: NO_PLATFORM };
  const namesOf = (keys: readonly string[]) => joinNames(keys.map((key) => platformName(platforms, key)));
  const usable = selected.filter((key) => providers.includes(key));
  if (usable.length === selected.length) return { isUsable: true, note: "" };
  if (usable.length > 0) return { isUsable: true, note: `${namesOf(usable)} only, sent as text elsewhere` };
  return {
    isUsable: false,
    note: providers.length > 0 ? `Works on ${namesOf(providers)} only` : "Not available on your platforms",
  };
}

function usableFirst<Item extends PickerEmote>(emotes: readonly Item[]): Item[] {
  return [...emotes.filter(({ isUsable }) => isUsable), ...emotes.filter(({ isUsable }) => !isUsable)];
}

function hasUsable({ emotes }: PickerGroup): boolean {
  return emotes.some(({ isUsable }) => isUsable);
}

/** Emotes whose name starts with the query first, then emotes whose name contains it. */
function matching<Item extends PickerEmote>(emotes: readonly Item[], query: string): readonly Item[] {
  const needle = query.toLowerCase();
  if (!needle) return emotes;
  const containing = emotes.filter(({ name }) => name.toLowerCase().includes(needle));
  const isPrefixed = ({ name }: Item) => name.toLowerCase().startsWith(needle);
  return [...containing.filter(isPrefixed), ...containing.filter((emote) => !isPrefixed(emote))];
}

export type GridRow =
  | { kind: "head"; key: string; group: PickerGroup }
  /** `first` is the position of the row's first cell among all cells. */
  | { kind: "cells"; key: string; first: number; emotes: readonly PickerEmote[] };

/** Headings and rows of cells, as the virtual list shows them. */
export function gridRows(groups: readonly PickerGroup[], columns: number): GridRow[] {
  let first = 0;
  return groups.flatMap((group) => {
    const rows: GridRow[] = [{ kind: "head", key: group.key, group }];
    for (let at = 0; at < group.emotes.length; at += columns) {
      const emotes = group.emotes.slice(at, at + columns);
      rows.push({ kind: "cells", key: `${group.key}-${at}`, first, emotes });
      first += emotes.length;
    }
    return rows;
  });
}

export function cellAt(rows: readonly GridRow[], position: number): { emote: PickerEmote; row: number } | null {
  const row = rows.findIndex(
    (each) => each.kind === "cells" && position >= each.first && position < each.first + each.emotes.length,
  );
  const cells = rows[row];
  const emote = cells?.kind === "cells" ? cells.emotes[position - cells.first] : undefined;
  return emote ? { emote, row } : null;
}

/** Position of the active cell after an arrow key, unchanged at an edge; null for other keys. */
export function movedCell(key: string, position: number, rows: readonly GridRow[]): number | null {
  const lines = rows.filter((row) => row.kind === "cells");
  const last = lines.at(-1);
  const lastPosition = last ? last.first + last.emotes.length - 1 : 0;
  if (key === "ArrowLeft") return Math.max(0, position - 1);
  if (key === "ArrowRight") return Math.min(lastPosition, position + 1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const line = lines.findIndex(({ first, emotes }) => position >= first && position < first + emotes.length);
  const current = lines[line];
  const next = lines[line + (key === "ArrowDown" ? 1 : -1)];
  if (!current || !next) return position;
  return next.first + Math.min(position - current.first, next.emotes.length - 1);
}
