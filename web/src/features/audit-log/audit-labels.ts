import { dateFormat, formatNumber } from "../../lib/locale";
import { exactDuration } from "../../lib/time/durations";
import type { AuditField, AuditRecord } from "./audit-types";
import { isEmpty } from "./audit-values";

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
  webhooks: "Webhook",
};

/** Kind of the changed item; empty where the title says it. */
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

/** Name of the changed item; for moderation and points the action, which the viewer's name follows. */
export function titleLabel({ section, title, subject }: Pick<AuditRecord, "section" | "title" | "subject">): string {
  if (section === "moderation") return MODERATION[title] ?? title;
  return section === "points_entries" && subject ? `${title} of` : title;
}

type Changed = Pick<AuditRecord, "section" | "action" | "fields">;

/** The fields without those that are empty before and after: a new or deleted entry lists every field. */
export function filledFields(fields: readonly AuditField[]): AuditField[] {
  return fields.filter(({ old, new: next }) => !isEmpty(old) || !isEmpty(next));
}

/** The fields that the line itself shows; none for a new or deleted entry, or if there are several. */
export function inlineFields({ section, action, fields }: Changed): AuditField[] {
  if (section === "access") return filledFields(fields);
  return action === "changed" && fields.length === 1 ? [...fields] : [];
}

// Other words than "Created" and "Deleted"; empty where the title says what was done.
const WORDS: Record<string, { created: string; deleted: string }> = {
  access: { created: "", deleted: "" },
  platforms: { created: "Connected", deleted: "Disconnected" },
};
const ENTRY_WORDS = { created: "Created", deleted: "Deleted" };

/** "Created", "3 fields", the length of a timeout */
export function summaryLabel({ section, action, fields }: Changed): string {
  if (section === "moderation") return timeoutLabel(fields);
  if (action !== "changed") return (WORDS[section] ?? ENTRY_WORDS)[action];
  return fields.length > 1 && section !== "access" ? `${formatNumber(fields.length)} fields` : "";
}

function timeoutLabel(fields: readonly AuditField[]): string {
  const seconds = fields.find(({ field }) => field === "seconds")?.new;
  return typeof seconds === "number" ? exactDuration(seconds) : "";
}

const AUTHORS: Partial<Record<AuditRecord["author"]["kind"], string>> = {
  chat: "by chat command",
  job: "automatic",
};

/** How the change was made; empty for a change in the dashboard. */
export function authorNote({ kind, token }: AuditRecord["author"]): string {
  if (kind === "token") return token ? `API token ${token}` : "API token";
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

/** How long lines are kept; empty until the number of days is loaded. */
export function retentionLabel(days: number | undefined): string {
  if (days === undefined) return "";
  if (days === 0) return "Lines are kept until the channel is deleted.";
  return `Lines are kept for ${formatNumber(days)} ${days === 1 ? "day" : "days"}.`;
}
