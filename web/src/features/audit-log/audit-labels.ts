import { dateFormat, formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import type { AuditField, AuditRecord } from "./audit-types";

// Sections whose entries have names: "Timer Discord invite".
const KINDS: Record<string, string> = {
  commands: "Command",
  timers: "Timer",
  filters: "Filter",
  quotes: "Quote",
  queues: "Queue",
  giveaways: "Giveaway",
  widgets: "Widget",
  media: "File",
  platforms: "Platform",
  integrations: "Integration",
};

/** What the named thing is, or empty where the title says it. */
export function kindLabel({ section }: Pick<AuditRecord, "section">): string {
  return KINDS[section] ?? "";
}

const UNITS: readonly [ending: string, write: (value: number) => string][] = [
  ["_seconds", exactDuration],
  ["_minutes", (value) => exactDuration(value * 60)],
  ["_days", (value) => (value === 1 ? "1 day" : `${formatNumber(value)} days`)],
];

/** "response_type" is "Response type", "settings.cooldown_seconds" is "Settings, cooldown". */
export function fieldLabel(field: string): string {
  const unit = UNITS.find(([ending]) => field.endsWith(ending) && field !== ending.slice(1));
  const name = unit ? field.slice(0, -unit[0].length) : field;
  const words = name.replaceAll(".", ", ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_LENGTH = 300;

/** A stored value as text; null where there is none. */
export function valueLabel(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === "") return "Empty";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "number")
    return UNITS.find(([ending]) => field.endsWith(ending))?.[1](value) ?? formatNumber(value);
  if (Array.isArray(value)) return value.length === 0 ? "None" : shortened(value.map(textOf).join(", "));
  return shortened(textOf(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The field that the line itself shows; null for a new or deleted thing, or several fields. */
export function onlyField({ action, fields }: Pick<AuditRecord, "action" | "fields">): AuditField | null {
  return action === "changed" && fields.length === 1 ? (fields[0] ?? null) : null;
}

/** "Created", "3 fields" */
export function summaryLabel({ action, fields }: Pick<AuditRecord, "action" | "fields">): string {
  if (action === "created") return "Created";
  if (action === "deleted") return "Deleted";
  return fields.length > 1 ? `${formatNumber(fields.length)} fields` : "";
}

const AUTHORS: Partial<Record<AuditRecord["author"]["kind"], string>> = {
  chat: "by chat command",
  job: "automatic",
  token: "API token",
};

/** How somebody who did not use the dashboard made the change. */
export function authorNote({ kind }: AuditRecord["author"]): string {
  return AUTHORS[kind] ?? "";
}

const weekday = dateFormat({ weekday: "short", day: "numeric", month: "short" });
const weekdayAndYear = dateFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
export const timeOf = dateFormat({ timeStyle: "short" });

/** "Today, Tue 11 Nov" */
export function dayLabel(moment: Date, now: Date): string {
  const date = (moment.getFullYear() === now.getFullYear() ? weekday : weekdayAndYear)(moment).replace(",", "");
  const daysAgo = Math.round((startOfDay(now) - startOfDay(moment)) / 86_400_000);
  if (daysAgo === 0) return `Today, ${date}`;
  return daysAgo === 1 ? `Yesterday, ${date}` : date;
}

export function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** "Undone 21:31", with the day if it was another one. */
export function undoneLabel(undoneAt: string, changedAt: string): string {
  const moment = new Date(undoneAt);
  const isSameDay = startOfDay(moment) === startOfDay(new Date(changedAt));
  return `Undone ${isSameDay ? "" : `${weekday(moment)}, `}${timeOf(moment)}`;
}
