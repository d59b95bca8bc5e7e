import { dayAndTime } from "../../lib/time/dates";
import type { Timer, TimerDraft, TimerResult } from "./timer-types";

/** Said wherever a control is shown to somebody who may not use it. */
export const MAY_NOT_MANAGE = "Only editors and above can change timers";

export const MAX_NAME_LENGTH = 100;
export const MAX_MESSAGE_LENGTH = 500;
export const MAX_MESSAGES = 50;
export const MAX_INTERVAL_MINUTES = 10_080;
export const MAX_CHAT_MESSAGES = 10_000;

export const PICKS: readonly { value: TimerDraft["pick"]; label: string }[] = [
  { value: "order", label: "In order" },
  { value: "random", label: "By chance" },
];

export const RESPONSE_TYPES: readonly { value: TimerDraft["response_type"]; label: string }[] = [
  { value: "say", label: "Say" },
  { value: "announce", label: "Announce" },
];

/** "30 min", or "30–40 min" where chance adds something. */
export function intervalLabel({ interval_minutes, spread_minutes }: Timer): string {
  if (spread_minutes === 0) return `${interval_minutes} min`;
  return `${interval_minutes}–${interval_minutes + spread_minutes} min`;
}

/** What is said first, and how much more there is. */
export function summaryOf(messages: TimerDraft["messages"]): string {
  const [first] = messages.filter(({ enabled }) => enabled);
  if (!first) return "All messages are switched off";
  const more = messages.length - 1;
  return more === 0 ? first.text : `${first.text} (+${more} more)`;
}

/** Why the last time was not as it should be; nothing when it was, or when there was none. */
export function problemOf(timer: Timer, nameOf: (provider: string) => string): string | null {
  const { last_skip: skip, last_results: results } = timer;
  if (skip) return `Skipped ${dayAndTime(skip.at)}: ${skip.reason}`;
  const failed = results.filter(({ state }) => state === "failed" || state === "dropped");
  if (failed.length === 0) return null;
  return failed.map(({ provider, detail }) => `Not said on ${nameOf(provider)}: ${detail}`).join(" ");
}

/** How a run ended, in a sentence. */
export function runResult(results: readonly TimerResult[], nameOf: (provider: string) => string): string {
  const said = results.filter(({ state }) => state === "sent").map(({ provider }) => nameOf(provider));
  if (said.length > 0) return `Said on ${[...new Set(said)].join(", ")}`;
  return results.some(({ state }) => state === "sending") ? "Still being sent" : "Nothing was said";
}

const STATES: Record<TimerResult["state"], string> = {
  sending: "Sending",
  sent: "Sent",
  failed: "Not sent",
  dropped: "Dropped",
  skipped: "Left out",
};

export function stateLabel({ state }: TimerResult): string {
  return STATES[state];
}

/** How far a chat is on its way to the minimum, from 0 to 1. */
export function share(count: number, minimum: number): number {
  return Number.isNaN(minimum) || minimum <= 0 ? 1 : Math.min(1, count / minimum);
}
