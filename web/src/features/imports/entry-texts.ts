import { levelLabel } from "../../ui/chat/role-labels";
import type { Entry, Kind } from "./import-types";

/** Where an entry keeps what is said. */
const LISTS: Record<Kind, string | null> = { commands: "responses", timers: "messages", quotes: null };

/** What an entry says: every answer of a command, every message of a timer, the quote. */
export function textsOf(kind: Kind, entry: Entry): string[] {
  const list = LISTS[kind];
  if (list === null) return [textOf(entry)];
  const said = entry[list];
  return Array.isArray(said) ? said.map(textOf) : [];
}

/** The same entry with another text at a index; everything else stays. */
export function withText(kind: Kind, entry: Entry, index: number, text: string): Entry {
  const list = LISTS[kind];
  if (list === null) return { ...entry, text };
  const said = entry[list];
  if (!Array.isArray(said)) return entry;
  return { ...entry, [list]: said.map((one, at) => (at === index && isRecord(one) ? { ...one, text } : one)) };
}

/** All names of a command; a timer and a quote have one or none. */
export function namesOf(entry: Entry): string[] {
  const { cmds, name } = entry;
  if (Array.isArray(cmds)) return cmds.filter((one) => typeof one === "string");
  return typeof name === "string" ? [name] : [];
}

/** The rest of an entry in words, as far as it says it. */
export function detailsOf(kind: Kind, entry: Entry): string[] {
  if (kind === "timers") return [every(entry["interval_minutes"])].filter((words) => words !== "");
  if (kind === "quotes") return [];
  const level = entry["access_level"];
  const words = typeof level === "number" ? levelLabel(level) : undefined;
  return [...(words === undefined ? [] : [words]), ...cooldowns(entry)];
}

function cooldowns({ global_cooldown: forAll, chatter_cooldown: perViewer }: Entry): string[] {
  if (typeof forAll !== "number" && typeof perViewer !== "number") return [];
  return [`Cooldown ${forAll ?? 5} / ${perViewer ?? 15} s`];
}

function every(minutes: unknown): string {
  return typeof minutes === "number" ? `Every ${minutes} min` : "";
}

function textOf(value: unknown): string {
  return isRecord(value) && typeof value["text"] === "string" ? value["text"] : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
