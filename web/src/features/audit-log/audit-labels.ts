import { dateFormat, formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import type { AuditField, AuditRecord } from "./audit-types";
import { numberLabel, withoutUnit } from "./audit-units";

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

const MODERATION: Record<string, string> = {
  ban: "Banned",
  timeout: "Timed out",
  unban: "Unbanned",
  untimeout: "Ended the timeout of",
  delete: "Deleted a message of",
  restore: "Restored a message of",
  permit: "Permitted a link of",
};

/** The name of the thing, or what was done to the viewer who follows. */
export function titleLabel({ section, title, subject }: Pick<AuditRecord, "section" | "title" | "subject">): string {
  if (section === "moderation") return MODERATION[title] ?? title;
  return section === "points_entries" && subject ? `${title} of` : title;
}

/** "response_type" is "Response type", "settings.cooldown_seconds" is "Settings, cooldown". */
export function fieldLabel(field: string): string {
  const words = withoutUnit(field).replaceAll(".", ", ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_LENGTH = 300;

type Write = (value: unknown) => string;

/** The old and the new value as text; null where there is none. Parts are shown whole only if their texts are equal. */
export function valueLabels({ field, old, new: next }: AuditField): [string | null, string | null] {
  const labels = (write: Write) => [valueLabel(field, old, write), valueLabel(field, next, write)] as const;
  const [before, after] = labels(textOf);
  return before === after ? [...labels(jsonOf)] : [before, after];
}

function valueLabel(field: string, value: unknown, write: Write): string | null {
  if (value === null || value === undefined) return null;
  if (value === "") return "Empty";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "number") return numberLabel(field, value);
  if (Array.isArray(value)) return value.length === 0 ? "None" : shortened(value.map(write).join(", "));
  return shortened(write(value));
}

/** A response or a message is shown by its text. */
function textOf(value: unknown): string {
  const text = typeof value === "object" && value !== null ? Reflect.get(value, "text") : null;
  return typeof text === "string" ? text : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

type Changed = Pick<AuditRecord, "section" | "action" | "fields">;

/** The field that the line itself shows; null for a new or deleted thing, or several fields. */
export function onlyField({ action, fields }: Changed): AuditField | null {
  return action === "changed" && fields.length === 1 ? (fields[0] ?? null) : null;
}

/** "Created", "3 fields", the length of a timeout */
export function summaryLabel({ section, action, fields }: Changed): string {
  if (section === "moderation") return timeoutLabel(fields);
  if (action === "created") return "Created";
  if (action === "deleted") return "Deleted";
  return fields.length > 1 ? `${formatNumber(fields.length)} fields` : "";
}

function timeoutLabel(fields: readonly AuditField[]): string {
  const seconds = fields.find(({ field }) => field === "seconds")?.new;
  return typeof seconds === "number" ? exactDuration(seconds) : "";
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

/** For how many days lines are kept; empty while it is unknown. */
export function keptLabel(days: number | undefined): string {
  if (days === undefined) return "";
  if (days === 0) return "Lines are kept until the channel is deleted.";
  return `Lines are kept for ${formatNumber(days)} ${days === 1 ? "day" : "days"}.`;
}
