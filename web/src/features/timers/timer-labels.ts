import { covers } from "../../api/platforms";
import { dayAndTime } from "../../lib/time/dates";
import { SUBJECTS } from "../../session/access/subjects";
import type { Timer, TimerDraft, TimerMessage, TimerResult } from "./timers";

/** Tooltip of controls that are disabled for lack of permission. */
export const MAY_NOT_MANAGE = SUBJECTS.timers.mayNotManage;

export const MAX_NAME_LENGTH = 100;
export const MAX_MESSAGE_LENGTH = 500;
export const MAX_MESSAGES = 50;
export const MAX_INTERVAL_MINUTES = 10_080;
export const MAX_CHAT_MESSAGES = 10_000;

export const PICKS: readonly { value: TimerDraft["pick"]; label: string }[] = [
  { value: "order", label: "In order" },
  { value: "random", label: "Random" },
];

export const RESPONSE_TYPES: readonly { value: TimerDraft["response_type"]; label: string }[] = [
  { value: "say", label: "Message" },
  { value: "announce", label: "Announcement" },
];

/** Interval of a timer: "30 min", or "30–40 min" with a random delay. */
export function intervalLabel({ interval_minutes, spread_minutes }: Timer): string {
  if (spread_minutes === 0) return `${interval_minutes} min`;
  return `${interval_minutes}–${interval_minutes + spread_minutes} min`;
}

/** The first enabled message, and the number of all other messages: "Follow us (+2 more)". */
export function summaryOf(messages: TimerDraft["messages"]): string {
  const [first] = messages.filter(({ enabled }) => enabled);
  if (!first) return "All messages are off";
  const more = messages.length - 1;
  return more === 0 ? first.text : `${first.text} (+${more} more)`;
}

/** Why the last run was skipped, or failed on a platform; null if neither happened. */
export function problemOf(timer: Timer, nameOf: (provider: string) => string): string | null {
  const { last_skip: skip, last_results: results } = timer;
  if (skip) return `Skipped ${dayAndTime(skip.at)}: ${skip.reason}`;
  const failed = results.filter(({ state }) => state === "failed" || state === "dropped");
  if (failed.length === 0) return null;
  return failed.map(({ provider, detail }) => `Not posted to ${nameOf(provider)}: ${detail}`).join(" ");
}

export function runResult(results: readonly TimerResult[], nameOf: (provider: string) => string): string {
  const posted = results.filter(({ state }) => state === "sent").map(({ provider }) => nameOf(provider));
  if (posted.length > 0) return `Posted to ${[...new Set(posted)].join(", ")}`;
  return results.some(({ state }) => state === "sending") ? "Still sending" : "Nothing posted";
}

export const STATE_LABELS: Record<TimerResult["state"], string> = {
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  dropped: "Dropped",
  skipped: "Skipped",
};

/** Share of the minimum that is reached, from 0 to 1; 1 without a minimum. */
export function progressToMinimum(count: number, minimum: number): number {
  return Number.isNaN(minimum) || minimum <= 0 ? 1 : Math.min(1, count / minimum);
}

/** Whether any enabled message is posted to the platform. */
export function postsTo(provider: string, messages: readonly Pick<TimerMessage, "providers" | "enabled">[]): boolean {
  return messages.some(({ providers, enabled }) => enabled && covers(providers, provider));
}
