import { formatNumber } from "../../lib/locale";
import { levelLabel } from "../../ui/chat/role-labels";
import type { Entry, Kind } from "./import-types";

/** Kind of an entry → the field with the list of its texts; null for a quote, whose one text is in `text`. */
const TEXT_FIELDS: Record<Kind, string | null> = { commands: "responses", timers: "messages", quotes: null };

/** The responses of a command, the messages of a timer, or the text of a quote. */
export function textsOf(kind: Kind, entry: Entry): string[] {
  const list = TEXT_FIELDS[kind];
  if (list === null) return [textOf(entry)];
  const items = entry[list];
  return Array.isArray(items) ? items.map(textOf) : [];
}

/** The entry with one text replaced. */
export function withText(kind: Kind, entry: Entry, index: number, text: string): Entry {
  const list = TEXT_FIELDS[kind];
  if (list === null) return { ...entry, text };
  const items = entry[list];
  if (!Array.isArray(items)) return entry;
  return { ...entry, [list]: items.map((one, at) => (at === index && isRecord(one) ? { ...one, text } : one)) };
}

/** The names of a command or timer; a quote has none. */
export function namesOf(entry: Entry): string[] {
  const { cmds, name } = entry;
  if (Array.isArray(cmds)) return cmds.filter((one) => typeof one === "string");
  return typeof name === "string" ? [name] : [];
}

/** Labels: level, cooldowns and cost of a command, or the interval of a timer. */
export function detailsOf(kind: Kind, entry: Entry): string[] {
  if (kind === "timers") return [intervalLabel(entry["interval_minutes"])].filter((label) => label !== "");
  if (kind === "quotes") return [];
  const level = entry["access_level"];
  const label = typeof level === "number" ? levelLabel(level) : undefined;
  return [...(label === undefined ? [] : [label]), ...cooldowns(entry), ...costs(entry)];
}

function cooldowns({ global_cooldown: global, chatter_cooldown: perUser }: Entry): string[] {
  if (typeof global !== "number" && typeof perUser !== "number") return [];
  return [`Cooldown ${global ?? 5} / ${perUser ?? 15} s`];
}

function costs({ cost }: Entry): string[] {
  return typeof cost === "number" && cost > 0 ? [`Costs ${formatNumber(cost)}`] : [];
}

function intervalLabel(minutes: unknown): string {
  return typeof minutes === "number" ? `Every ${minutes} min` : "";
}

function textOf(value: unknown): string {
  return isRecord(value) && typeof value["text"] === "string" ? value["text"] : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
