import { dateFormat, formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import { ALL_SUBJECTS } from "../../session/access/subjects";
import type { AuditField, AuditRecord } from "./audit-types";
import { isEmpty } from "./audit-values";

// Kinds of items by section, written before the name of the item: "Timer Discord invite".
const ITEM_KINDS: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(ALL_SUBJECTS.map(({ subject, item }) => [subject, item])),
  media: "File",
  platforms: "Platform",
  integrations: "Integration",
  webhooks: "Webhook",
};

/** Kind of the changed item; empty if the title is clear without the kind. */
export function kindLabel({ section }: Pick<AuditRecord, "section">): string {
  return ITEM_KINDS[section] ?? "";
}

const MODERATION_TITLES: Record<string, string> = {
  ban: "Banned",
  timeout: "Timed out",
  unban: "Unbanned",
  untimeout: "Ended the timeout of",
  delete: "Deleted a message of",
  restore: "Restored a message of",
  permit: "Permitted a link of",
};

/** Name of the changed item; for moderation and points, the action that is written before the viewer's name. */
export function titleLabel({ section, title, subject }: Pick<AuditRecord, "section" | "title" | "subject">): string {
  if (section === "moderation") return MODERATION_TITLES[title] ?? title;
  return section === "points_entries" && subject ? `${title} of` : title;
}

type RecordedChange = Pick<AuditRecord, "section" | "action" | "fields">;

/** Fields with an old or a new value; the entry of a new or deleted item also has empty fields. */
export function filledFields(fields: readonly AuditField[]): AuditField[] {
  return fields.filter(({ old, new: next }) => !isEmpty(old) || !isEmpty(next));
}

/** Fields in the first line of an entry: the filled fields of an access change, or the only field of a changed item. */
export function inlineFields({ section, action, fields }: RecordedChange): AuditField[] {
  if (section === "access") return filledFields(fields);
  return action === "changed" && fields.length === 1 ? [...fields] : [];
}

// Summaries other than "Created" and "Deleted"; empty where the title says the same.
const SECTION_SUMMARIES: Record<string, { created: string; deleted: string }> = {
  access: { created: "", deleted: "" },
  platforms: { created: "Connected", deleted: "Disconnected" },
};
const DEFAULT_SUMMARIES = { created: "Created", deleted: "Deleted" };

/** "Created", "3 fields", or the length of a timeout; empty if the entry needs no summary. */
export function summaryLabel({ section, action, fields }: RecordedChange): string {
  if (section === "moderation") return timeoutLabel(fields);
  if (action !== "changed") return (SECTION_SUMMARIES[section] ?? DEFAULT_SUMMARIES)[action];
  return fields.length > 1 && section !== "access" ? `${formatNumber(fields.length)} fields` : "";
}

function timeoutLabel(fields: readonly AuditField[]): string {
  const seconds = fields.find(({ field }) => field === "seconds")?.new;
  return typeof seconds === "number" ? exactDuration(seconds) : "";
}

const AUTHOR_NOTES: Partial<Record<AuditRecord["author"]["kind"], string>> = {
  chat: "by chat command",
  job: "automatic",
};

/** How the change was made; empty for a change made in the dashboard. */
export function authorNote({ kind, token }: AuditRecord["author"]): string {
  if (kind === "token") return token ? `API token ${token}` : "API token";
  return AUTHOR_NOTES[kind] ?? "";
}

const weekday = dateFormat({ weekday: "short", day: "numeric", month: "short" });
const weekdayAndYear = dateFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
export const timeLabel = dateFormat({ timeStyle: "short" });

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

/** "Undone 21:31"; with the day, unless that is the day of the change. */
export function undoneLabel(undoneAt: string, changedAt: string): string {
  const moment = new Date(undoneAt);
  const isSameDay = startOfDay(moment) === startOfDay(new Date(changedAt));
  return `Undone ${isSameDay ? "" : `${weekday(moment)}, `}${timeLabel(moment)}`;
}

/** How long entries are kept; empty until the number of days is loaded. */
export function retentionLabel(days: number | undefined): string {
  if (days === undefined) return "";
  if (days === 0) return "Lines are kept until the channel is deleted.";
  return `Lines are kept for ${formatNumber(days)} ${days === 1 ? "day" : "days"}.`;
}
